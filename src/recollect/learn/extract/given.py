"""Whether a first name or a title is a man's or a woman's, for the pronouns that follow it.

Names that are both, here or in another of the languages (Alex, Andrea, Camille, Jean, Kim), are left out.
"""

from typing import Final

from recollect.learn.extract.language import words

_MALE: Final = words(
    """Aaron Adam Adrian Ahmed Alan Albert Alberto Alejandro Alexander Alexandre Alfred Ali Álvaro Alvaro Amir Anders Andrés Andrew
    Ángel Anthony Antoine Anton Antonio Arne Arthur Arun Austin Barry Bastien Ben Benjamin Benoît Bernard Bernd Bill Björn
    Bob Boris Brad Brandon Brian Bruno Callum Calvin Carl Carlos Cédric Charles Chidi Christian Christophe Clément Colin
    Connor Craig Cyril Damien Dan Daniel Darren Dave David Dennis Derek Diego Dieter Dirk Doug Duncan Dylan Ed Eduardo
    Edward Elliot Emil Émile Emre Enrique Eric Erik Ernesto Ethan Étienne Evan Fabien Fabio Farid Felipe Felix Félix Fernando
    Finn Florian François Frank Franz Fred Frédéric Gabin Gareth Gary Gavin Geoff George Georg Gerald Gerardo Gérard
    Giorgos Giovanni Gonzalo Gordon Graham Grant Greg Gregor Guillaume Guillermo Gustav Gustavo Hans Harold Harry Hassan
    Heinz Helmut Hendrik Henrik Henry Herbert Horst Howard Hugo Ian Ibrahim Igor Ignacio Isaac Iván Ivan Jack Jacob Jacques
    Jake Jakob James Jan Jason Javier Jeff Jens Jérémy Jeremy Jérôme Jim Joachim Joaquín Joe Joel Joël Johannes John Jon
    Jonas Jonathan Jordi Jorge José Joseph Josh Joshua Juan Jules Julien Julio Jürgen Justin Karl Karim Keith Ken Kenneth
    Kevin Klaus Kofi Kurt Kyle Lars Laurent Lenny Leon Léon Leonard Liam Lionel Logan Louis Luc Lucas Luis Lukas Luke
    Malcolm Manuel Marc Marcel Marco Marcos Marcus Marek Mario Mark Markus Martin Martín Mason Mateo Mathieu Mathis Matt
    Matteo Matthew Matthias Matthieu Maxime Mehdi Mehmet Michael Miguel Mike Milo Mohamed Mohammed Moritz Murat Nathan
    Neil Nick Nicolas Nicolás Niels Nigel Niklas Nils Noah Norbert Olivier Oliver Omar Óscar Oscar Oskar Otto Owen Pablo
    Paco Pascal Patrick Paul Pedro Pepe Peter Phil Philip Philipp Philippe Pierre Quentin Rachid Rafael Rahul Rainer
    Rajesh Ralf Ralph Ramón Raúl Ray Raymond Ricardo Richard Rick Rob Robert Roberto Rodrigo Roger Roland Romain Ron Ross
    Rubén Rudolf Russell Ryan Samir Samuel Santiago Scott Sean Sebastian Sebastián Sébastien Sergio Seth Simon Simón
    Stefan Stéphane Stephen Steve Steven Stuart Sven Sylvain Ted Theo Théo Thierry Thomas Thomás Thorsten Tim Timothy Tobias
    Todd Tom Tomás Tony Travis Trevor Tristan Tyler Ulrich Uwe Valentin Vicente Víctor Victor Vincent Vikram Walter Warren
    Wayne Will William Wolfgang Xavier Yannick Yann Youssef Yusuf Zach"""
)
_FEMALE: Final = words(
    """Abby Abigail Adèle Agnès Agnes Aisha Alice Alicia Aline Alison Amanda Amandine Amber Amelia Amélie Amina Amy Ana
    Anaïs Angela Ángela Anita Anja Anna Anne Annette Annie Annika Antje Antonia Ashley Astrid Aurélie Barbara Beatrice
    Beatriz Becky Bella Beth Betty Bianca Birgit Brenda Bridget Brigitte Britta Carla Carmen Carol Carole Caroline
    Catherine Cathy Cecilia Cécile Céline Chantal Charlotte Chloé Chloe Christa Christina Christine Cindy Claire Clara
    Claudia Colette Corinne Cristina Daniela Danielle Daphne Deborah Delphine Denise Diana Diane Dolores Donna Doris Dorothy
    Edith Eileen Elena Élise Elisa Elisabeth Elizabeth Elke Ella Ellen Elodie Élodie Elsa Emilia Emily Émilie Emma Erika
    Esther Estelle Eva Eve Fabienne Fanny Fatima Fiona Flora Florence Françoise Frieda Gabriela Gaëlle Gemma Geneviève Gina
    Gisela Gloria Grace Greta Hannah Hanna Harriet Hazel Heather Heidi Heike Helen Helena Hélène Helga Holly Imogen Inès
    Inés Ingrid Irene Irène Iris Isabel Isabella Isabelle Jane Janet Janine Jasmine Jeanne Jennifer Jenny Jessica Jill Joan
    Joanna Johanna Josephine Joséphine Joyce Judith Judy Julia Julie Juliette June Karen Karin Kate Katharina Katherine
    Kathleen Kathrin Katie Katja Katrin Keisha Kerstin Kirsten Klara Kristin Laetitia Lara Laura Laure Lauren Lea Léa Leila Lena
    Leonie Lilly Lily Lina Linda Lisa Liz Lola Louise Lucía Lucia Lucie Lucy Luisa Luise Lydia Lynn Madeleine Magali Manon
    Manuela Margaret Margot María Maria Marianne Marie Marina Marion Marlene Marta Martha Martina Martine Mary Mathilde Maud
    Megan Melanie Mélanie Melissa Mia Michelle Mila Millie Miriam Molly Mona Monica Mónica Monika Monique Muriel Myriam Nadia
    Nadine Nancy Naomi Natalia Natalie Nathalie Nell Nicole Nina Noémie Nora Nuria Odile Olga Olivia Pamela Patricia Paula
    Pauline Penelope Penny Petra Phoebe Pilar Polly Priya Rachel Raquel Rebecca Renate Rita Rocío Rosa Rose Rosie Ruth
    Sabine Sally Samantha Sandra Sandrine Sara Sarah Selma Sharon Sheila Silke Silvia Simran Sofia Sofía Solène Sonia Sophia
    Sophie Stella Stephanie Stéphanie Susan Susana Susanne Suzanne Svenja Sylvia Sylvie Tamara Tanja Tanya Tara Tasha
    Teresa Thea Theresa Tina Tracy Ulrike Ursula Valentina Valérie Vanessa Vera Verena Veronica Verónica Véronique Victoria
    Violet Virginie Wendy Yasmin Yolanda Yvette Yvonne Zoe Zoé Zoë"""
)
_TITLES: Final = {
    **dict.fromkeys(("mr", "mister", "sir", "herr", "monsieur", "m", "sr", "señor", "don"), "m"),
    **dict.fromkeys(("mrs", "ms", "miss", "frau", "madame", "mme", "mlle"), "f"),
    **dict.fromkeys(("sra", "señora", "doña", "dra"), "f"),
}


def gender_of_name(name: str) -> str:
    """The gender of who is called so, title and all: "m", "f", or unknown."""
    first, _, rest = name.partition(" ")
    titled = _TITLES.get(first.rstrip(".").lower(), "") if rest else ""
    if titled:
        return titled
    return "m" if first in _MALE else "f" if first in _FEMALE else ""
