"""German: first names that are common among its speakers, because a capital alone makes no name there."""

from typing import Final

from recollect.learn.extract.language import words

FIRST_NAMES: Final = words(
    """Achim Adam Adrian Agnes Ahmed Aisha Alex Alexa Alexander Alexandra Alfred Ali Alice Alicia Alina Alma Amelie Amina
    Amir Andi Andrea Andreas Andrej Anette Angela Angelika Anika Anita Anja Anna Anne Annegret Anneliese Annette
    Annika Anton Antonia Antje Arne Arnold Arthur Astrid August Aylin Ayse Ayşe Babsi Barbara Bastian Beate Beatrice
    Ben Benedikt Benjamin Benni Benno Bernadette Bernd Bernhard Bert Bettina Bianca Birgit Birte Björn Bodo Boris Brigitte
    Britta Bruno Burak Can Carina Carl Carla Carlo Carmen Carola Carolin Caroline Carsten Celina Charlotte Chiara Chris
    Christa Christian Christiane Christina Christine Christoph Clara Claudia Claus Clemens Conny Cornelia Daniel
    Daniela Dario David Deniz Dennis Detlef Diana Diego Dieter Dietmar Dirk Dominik Dora Doris Dorothea Edda Edgar
    Edith Eduard Egon Elena Elias Elif Elisa Elisabeth Elke Ella Elli Elsa Emil Emilia Emily Emma Emre Enrico Erich
    Erik Erika Erkan Ernst Erwin Esra Esther Eva Evelyn Fabian Fatima Fatma Felicitas Felix Ferdinand Finja Finn
    Florian Flo Franz Franzi Franziska Frauke Frederik Frida Frieda Friedrich Fritz Gabi Gabriel Gabriele Georg
    Gerd Gerda Gerhard Gert Gertrud Gisela Gregor Greta Günter Günther Gudrun Gustav Hakan Hanna Hannah Hannelore Hannes
    Hanno Hans Harald Harry Hasan Hedwig Heide Heidi Heike Heiko Heiner Heinrich Heinz Helen Helena Helga Helge Helmut
    Hendrik Henning Henriette Henrik Henry Herbert Hermann Hilde Holger Horst Hubert Hugo Ibrahim Ida Ilka Ilona Ilse
    Ina Ines Inga Inge Ingeborg Ingo Ingrid Irene Iris Irina Irma Isabel Isabell Isabella Iva Ivan Ivana Jakob Jan Jana
    Janina Janine Jannik Janosch Jasmin Jascha Jens Jenni Jennifer Jenny Jessica Joachim Jochen Joel Johann Johanna Johannes
    Jolanda Jonah Jonas Jonathan Jörg Josef Josefine Joscha Judith Jule Julia Julian Juliane Julius Jürgen Justus Jutta
    Kai Karim Karin Karina Karl Karla Karola Karolin Karsten Katarina Katharina Kathi Kathrin Katja Katrin Kemal Kerstin Kevin
    Kilian Kim Kira Kirsten Klara Klaus Konrad Konstantin Korbinian Kristin Kristina Kurt Lara Larissa Lars Laura
    Laurin Lea Leah Leila Lena Lene Leni Lennart Lenny Leo Leon Leona Leonard Leonie Levin Lia Lias Lili Lilian Lilli
    Lilly Lina Linda Linus Lisa Lisbeth Liv Lotta Lotte Louis Louisa Luca Lucas Lucia Lucie Ludger Ludwig Luis Luisa Luise
    Luka Lukas Lutz Lydia Madita Magda Magdalena Mahmoud Maike Maja Malte Mandy Manfred Manuel Manuela Mara Marc Marcel
    Marco Marcus Marek Mareike Maren Margarete Margit Margot Maria Marianne Marie Marija Marina Mario Marion Marius
    Mark Marko Markus Marleen Marlene Marlies Marta Martha Martin Martina Marvin Mascha Mathias Mathilda Matteo Matthias Matti
    Matze Maurice Max Maxi Maximilian Maya Mehmet Meike Melanie Melek Melina Melissa Merle Merve Mia Micha Michael Michaela
    Michel Michi Miguel Mika Mila Milan Milena Mira Miriam Mirko Mohamed Mohammed Mona Monika Moritz Murat Mustafa Nadine
    Nadja Natalia Natalie Natascha Neele Nele Nelly Nick Nico Nicola Nicole Niklas Niko Nikolai Nils Nina Noah Noel Nora
    Norbert Ole Oleg Olga Oliver Olivia Olli Omar Oskar Oscar Otto Ottilie Pascal Patricia Patrick Paul Paula Pauline Peter
    Petra Phil Philip Philipp Pia Piet Piotr Rabea Rafael Raik Rainer Ralf Ralph Ramona Raphael Rebecca Regina Regine
    Reiner Reinhard Renate René Ricarda Richard Rieke Rita Robert Robin Roland Rolf Roman Romy Ronja Ronny Rosa Rosemarie
    Rosi Rosi Rudi Rudolf Ruben Ruth Sabine Sabrina Samira Samuel Sandra Sara Sarah Sascha Saskia Sebastian Selin
    Selina Selma Sergej Severin Siegfried Sigrid Silas Silke Silvia Silvio Simon Simona Simone Sina Sofia Sofie Sonja
    Sophia Sophie Stefan Stefanie Steffen Steffi Stella Stephan Stephanie Susanna Susanne Susi Sven Svenja Svetlana Sylvia
    Tabea Tamara Tanja Tarek Tatjana Teresa Thea Theo Theodor Theresa Therese Thilo Thomas Thorben Thorsten Till Tilda Tilman
    Tim Timo Tina Tobi Tobias Tom Tommy Toni Torben Torsten Tristan Udo Ulf Uli Ulla Ulli Ulrich Ulrike Ursula Ute Uwe
    Valentin Valentina Valerie Vanessa Vera Verena Veronika Viktor Viktoria Vincent Viola Volker Vroni Walter Waltraud Wanda
    Wenke Werner Wiebke Wilhelm Willi Wilma Winfried Wolf Wolfgang Xaver Yannick Yasemin Yasmin Yusuf Yvonne Zeynep Zoe"""
)

MALE_NAMES: Final = words(
    """Achim Adam Adrian Ahmed Alexander Alfred Ali Amir Andi Andreas Andrej Anton Arne Arnold Arthur August Bastian Ben Benedikt
    Benjamin Benni Benno Bernd Bernhard Bert Björn Bodo Boris Bruno Burak Carl Carlo Carsten Christian Christoph Claus Clemens Daniel
    Dario David Dennis Detlef Diego Dieter Dietmar Dirk Dominik Edgar Eduard Egon Elias Emil Emre Enrico Erich Erik
    Erkan Ernst Erwin Fabian Felix Ferdinand Finn Florian Flo Franz Frederik Friedrich Fritz Gabriel Georg Gerd Gerhard Gert
    Gregor Günter Günther Gustav Hakan Hannes Hanno Hans Harald Harry Hasan Heiko Heiner Heinrich Heinz Helge Helmut Hendrik Henning
    Henrik Henry Herbert Hermann Holger Horst Hubert Hugo Ibrahim Ingo Ivan Jakob Jan Jannik Janosch Jens Joachim Jochen Joel Johann
    Johannes Jonah Jonas Jonathan Jörg Josef Julian Julius Jürgen Justus Kai Karim Karl Karsten Kemal Kevin Kilian Klaus Konrad
    Konstantin Korbinian Kurt Lars Laurin Lennart Lenny Leo Leon Leonard Levin Linus Louis Luca Lucas Ludger Ludwig Luis Luka Lukas Lutz
    Mahmoud Malte Manfred Manuel Marc Marcel Marco Marcus Marek Mario Marius Mark Marko Markus Martin Marvin Mathias Matteo
    Matthias Matze Maurice Max Maximilian Mehmet Michael Michel Michi Miguel Mirko Mohamed Mohammed Moritz Murat Mustafa Nick Nico Niklas
    Niko Nikolai Nils Noah Noel Norbert Ole Oleg Oliver Olli Omar Oskar Oscar Otto Pascal Patrick Paul Peter Phil Philip Philipp
    Piet Piotr Rafael Raik Rainer Ralf Ralph Raphael Reiner Reinhard René Richard Robert Robin Roland Rolf Roman Ronny Rudi Rudolf
    Ruben Samuel Sebastian Sergej Severin Siegfried Silas Silvio Simon Stefan Steffen Stephan Sven Tarek Theo Theodor Thilo Thomas
    Thorben Thorsten Till Tilman Tim Timo Tobi Tobias Tom Tommy Torben Torsten Tristan Udo Ulf Ulrich Uwe Valentin Viktor
    Vincent Volker Walter Werner Wilhelm Willi Winfried Wolf Wolfgang Xaver Yannick Yusuf"""
)
