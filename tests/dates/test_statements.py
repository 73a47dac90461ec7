"""The dates in statements, made on Wednesday, 14 May 2025.

Days are written as "first/day after the last" (one day alone as itself), with the edge before
them unless they are just "on", and "?" behind them where they are not sure.
"""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.dates import Edge, Grain, Leaning, find_days
from recollect.dates.vocabulary import statement_vocabulary
from recollect.languages.pack import packs

SAID = datetime(2025, 5, 14, 18, 30, tzinfo=timezone(timedelta(hours=2)))


def days(text, language, leaning=Leaning.NONE, said=SAID):
    return [written(day) for day in find_days(text, said, language, leaning)]


def written(day):
    edge = "" if day.edge is Edge.ON else f"{day.edge} "
    one = day.end - day.start == timedelta(days=1)
    span = f"{day.start}" if one else f"{day.start}/{day.end}"
    return edge + span + ("" if day.sure else "?")


ENGLISH = [
    # --- full dates
    ("I was born on 12 May 1985", ["1985-05-12"]),
    ("We signed on June 3rd, 2024", ["2024-06-03"]),
    ("The lease runs until 2026-03-31", ["until 2026-03-31"]),
    ("It was on 25/12/2023", ["2023-12-25"]),
    ("It was on 12/25/23", ["2023-12-25"]),
    ("It was on 03/04/2025", ["2025-03-04?"]),
    ("I plan to retire in 2030", ["2030-01-01/2031-01-01"]),
    ("I worked there from 2014 to 2018", ["2014-01-01/2019-01-01"]),
    ("I've lived in Oslo since 2015", ["since 2015-01-01/2016-01-01"]),
    ("We got the dog in March 2022", ["2022-03-01/2022-04-01"]),
    ("We met in the summer of 2019", ["2019-06-01/2019-09-01"]),
    ("ship v2 by end of Q3", ["until 2025-08-16/2025-10-01"]),
    ("The audit was in Q3 2024", ["2024-07-01/2024-10-01"]),
    ("The oral exams are on the 15th and the 16th of June", ["2025-06-15", "2025-06-16"]),
    ("She said to wait for the check on June 20", ["2024-06-20?"]),
    ("I'm in my 3rd year of nursing", []),
    ("The party is on Saturday 28", ["2025-05-28"]),
    ("I moved to Porto in March", ["2025-03-01/2025-04-01"]),
    ("The review was moved to March", ["2026-03-01/2026-04-01"]),
    ("They told us that the Friday meeting is gone", ["2025-05-16?"]),
    # --- counted from today
    ("I'll call the plumber tomorrow", ["2025-05-15"]),
    ("I'm seeing the surgeon tmrw at 9", ["2025-05-15"]),
    ("I cooked yesterday", ["2025-05-13"]),
    ("I moved to Lisbon last month", ["2025-04-01/2025-05-01"]),
    ("I moved to Porto last week", ["2025-05-05/2025-05-12"]),
    ("I sold the boat two weeks ago", ["2025-04-28/2025-05-05"]),
    ("My best friend is getting married in two years", ["2027-01-01/2028-01-01"]),
    ("I start the new job in two weeks", ["2025-05-26/2025-06-02"]),
    ("The results come in 3 days", ["2025-05-17"]),
    ("Two weeks from now we fly to Rome", ["2025-05-26/2025-06-02"]),
    ("I plan to migrate to Kubernetes next quarter", ["2025-07-01/2025-10-01"]),
    ("We moved to a new office last quarter", ["2025-01-01/2025-04-01"]),
    ("I'm closing the shop at the end of the month", ["2025-05-16/2025-06-01"]),
    ("I'm in Bergen this week", ["2025-05-12/2025-05-19"]),
    ("We went to Skye last summer", ["2024-06-01/2024-09-01"]),
    ("We lost our house last May", ["2024-05-01/2024-06-01"]),
    ("In March last year I moved to Ghent", ["2024-03-01/2024-04-01"]),
    ("I'm getting married on 9 May next year", ["2026-05-09"]),
    ("I saw her last Friday", ["2025-05-09"]),
    ("I'll see her this coming Friday", ["2025-05-16"]),
    ("I'll see her next Friday", ["2025-05-23?"]),
    ("I'll see her next Monday", ["2025-05-19"]),
    ("the appointment is on thursday next week", ["2025-05-22"]),
    ("we eat out fri with amy, dentist thu 3pm", ["2025-05-16?", "2025-05-15?"]),
    (
        "brunch sat 11am, pizza sun night, class wed 5.15",
        ["2025-05-17", "2025-05-18", "2025-05-21?"],
    ),
    ("he sat with us in the sun", []),
    # --- without a year, decided by the words
    ("my exam is on June 17", ["2025-06-17"]),
    ("I was laid off in March", ["2025-03-01/2025-04-01"]),
    ("I moved in May", ["2025-05-01/2025-06-01"]),
    ("My van's getting wrapped in June", ["2025-06-01/2025-07-01"]),
    ("my visa runs out in January", ["2026-01-01/2026-02-01"]),
    ("I booked a flight for February", ["2026-02-01/2026-03-01"]),
    ("The wedding was postponed to March", ["2026-03-01/2026-04-01"]),
    ("I'm flying to Oslo on Sunday", ["2025-05-18"]),
    ("I got my new passport on Monday", ["2025-05-12"]),
    ("my exam is mid-June", ["2025-06-08/2025-06-23"]),
    ("we're away June 3-14", ["2025-06-03/2025-06-15"]),
    ("The practice is closed from the 3rd to the 14th of June", ["2025-06-03/2025-06-15"]),
    ("From November to February I was in Lisbon", ["2024-11-01/2025-03-01"]),
    ("I'll be away from Monday to Wednesday", ["2025-05-19/2025-05-22?"]),
    ("We're off for Easter", ["2026-04-05"]),
    ("We were in Crete at Easter", ["2025-04-20"]),
    ("The oven broke on Thursday and the new one comes on the 12th", ["2025-05-08", "2025-06-12"]),
    ("I'm in Rome from 28 May and back on the 5th", ["since 2025-05-28", "2025-06-05"]),
    ("Christmas is at ours now, mum comes on the 23rd", ["2025-12-23"]),
    ("Christmas is at ours, mum leaves on the 2nd", ["2026-01-02"]),
    ("Christmas was at ours, mum came on the 23rd", ["2024-12-23"]),
    ("For Christmas mum comes on the 23rd", ["2025-12-24/2025-12-27", "2025-12-23"]),
    ("Christmas is at ours, the invoice is due on the 12th", ["2025-12-12?"]),
    ("The rent is due on the 1st, and Christmas is at ours", ["2025-06-01"]),
    ("The tax is due on 28 May, forms by the 20th", ["2025-05-28", "until 2025-05-20"]),
    # --- edges
    ("I've given up alcohol since March", ["since 2025-03-01/2025-04-01"]),
    ("They have offered me more since March", ["since 2025-03-01/2025-04-01"]),
    ("I've signed up from September", ["since 2025-09-01/2025-10-01"]),
    ("Bin day changed to Friday", ["2025-05-09?"]),
    ("They switched my shift to Monday", ["2025-05-12?"]),
    ("I quit on Friday", ["2025-05-09"]),
    ("Bins are Tuesday, recycling every other Thursday", ["2025-05-20?"]),
    ("I swim every Monday. The party is Saturday", ["2025-05-17"]),
    ("I go to Rome every year, and I'm leaving on Friday", ["2025-05-16"]),
    ("I've been vegan since January", ["since 2025-01-01/2025-02-01"]),
    ("I have to hand in my thesis by Friday", ["until 2025-05-16"]),
    ("I need to pay the deposit until the 20th", ["until 2025-05-20"]),
    ("I was in Peru until March", ["until 2025-03-01/2025-04-01"]),
    ("Until June I work at the Zurich office", ["until 2025-06-01/2025-07-01"]),
    ("My lease runs until the end of February", ["until 2026-02-15/2026-03-01"]),
    ("I'm getting the Antwerp team from June on", ["since 2025-06-01/2025-07-01"]),
    ("I'll call the plumber after Friday", ["after 2025-05-16"]),
    ("It must be done before 1 June 2025", ["before 2025-06-01"]),
    # --- the wrong date beside the right one
    ("We're moving on the 22nd, not the 15th", ["2025-05-22"]),
    ("It will be not on 5 June but on the 12th", ["2025-06-12"]),
    ("We'll meet on 3 June instead of the 1st", ["2025-06-03"]),
    ("We are leaving in July rather than in June", ["2025-07-01/2025-08-01"]),
    ("I'm not there on 3 June", ["2025-06-03"]),
    ("It will not be before 3 June", ["before 2025-06-03"]),
    # --- without a year, undecided
    ("Dentist on Friday", ["2025-05-16?"]),
    ("Rent on the 20th", ["2025-05-20?"]),
    ("They moved my interview, its the 21st now", ["2025-04-21?"]),
    (
        "The October break, from the 24th to the 30th",
        ["2025-10-01/2025-11-01?", "since 2025-05-24?", "2025-05-30?"],
    ),
    ("Conference in October", ["2025-10-01/2025-11-01?"]),
    ("Sunday roast is my favourite", ["2025-05-18?"]),
    # It may have moved for good, and has not moved to a day of the past.
    ("I've moved my piano lesson to Tuesday", ["2025-05-13?"]),
    ("We switched the choir practice to Monday", ["2025-05-12?"]),
    ("They moved my appointment to Friday", ["2025-05-16"]),
    # --- every week, every year
    ("I go climbing on Tuesday and Thursday evenings", []),
    ("I have physio every second Friday", []),
    ("Mondays I work from home", []),
    ("I'm off on Tuesdays and Fridays", []),
    ("I train on Monday, Wednesday and Friday", []),
    ("every May we go camping", []),
    ("We have football training on Tuesday and Thursday", ["2025-05-20?", "2025-05-15?"]),
    ("I swim Tuesday and Thursday", ["2025-05-20?", "2025-05-15?"]),
    (
        "I start running, Monday Wednesday and Friday",
        ["2025-05-19?", "2025-05-21?", "2025-05-16?"],
    ),
    ("I work from Monday to Friday", ["2025-05-19/2025-05-24?"]),
    ("We always go skiing in February", ["2025-02-01/2025-03-01?"]),
    ("My mother's birthday is on 3 October", ["2025-10-03?"]),
    ("I prefer swimming in summer", ["2025-06-01/2025-09-01?"]),
    # --- no dates
    ("My rent is 1950", []),
    ("Black Friday deals are great", []),
    ("release 2024.05 broke prod", []),
    ("My rent went from 1950 to 2050", []),
    ("I drive a 2014 Zafira", []),
    ("We run Postgres 16.2 and Office 2010", []),
    ("I'm 30 and my son is 4 years old", []),
    ("Call me on 06 39 98 12 34", []),
    ("The meeting is at 10:30, or at 4 pm", []),
    ("My daughter May likes April", []),
    ("my name is April", []),
    ("You may march with us", []),
    ("I have 3 or 4 cats and 12 to 15 hens", []),
    ("My last night shift was awful", []),
    ("My last week at work was hard", []),
    ("It's on the 14th floor", []),
    ("I live on June Street in York", []),
    ("I walked past the 2nd house", []),
    ("this time I will win", []),
]

GERMAN = [
    ("Weihnachten ist bei uns, Mama kommt am 23.", ["2025-12-23"]),
    ("Wir ziehen am 12. Juni um, nicht am 5. Juni", ["2025-06-12"]),
    ("Ich werde nicht am 5. Juni arbeiten", ["2025-06-05"]),
    ("Meine Prüfung ist am 14.7.", ["2025-07-14"]),
    ("Der Vertrag läuft bis 31.03.2026", ["until 2026-03-31"]),
    ("Ich bin am 3.4.85 geboren", ["1985-04-03"]),
    ("Am 3.4.25 war ich beim Arzt", ["2025-04-03"]),
    ("Ich bin am 12. Mai 1985 geboren", ["1985-05-12"]),
    ("wir sind seit Oktober zusammen", ["since 2024-10-01/2024-11-01"]),
    ("Ich bin seit zwei Wochen in Rom", ["since 2025-04-28/2025-05-05"]),
    ("Ich arbeite ab Juli bei Bosch, ich fange dann neu an", ["since 2025-07-01/2025-08-01?"]),
    ("Meine Tochter hat am Samstag ein Mädchen bekommen", ["2025-05-10"]),
    ("Letztes Jahr im Juli habe ich geheiratet", ["2024-07-01/2024-08-01"]),
    ("Ich fliege im nächsten Monat nach Rom", ["2025-06-01/2025-07-01"]),
    ("Ich muss im nächsten Quartal umziehen", ["2025-07-01/2025-10-01"]),
    ("Wir sind 3.-14. Juni im Urlaub", ["2025-06-03/2025-06-15"]),
    ("Vom 28. Mai bis 3. Juni bin ich in Rom", ["2025-05-28/2025-06-04"]),
    ("Ende des Monats ziehe ich um", ["2025-05-16/2025-06-01"]),
    ("Ende März war ich krank", ["2025-03-16/2025-04-01"]),
    ("Termin bei der ING ist übernächsten Freitag", ["2025-05-23"]),
    ("Sie kommt nächste Woche am Dienstag", ["2025-05-20"]),
    ("Vor zwei Jahren war ich in Peru", ["2023-01-01/2024-01-01"]),
    ("In drei Tagen fahren wir los", ["2025-05-17"]),
    ("Gestern war ich beim Zahnarzt", ["2025-05-13"]),
    ("Übermorgen fliege ich", ["2025-05-16"]),
    ("Die Hochzeit wurde auf März verschoben", ["2026-03-01/2026-04-01"]),
    ("Über Pfingsten sind wir in Tirol", ["2025-06-08"]),
    ("Ich muss bis Freitag abgeben", ["until 2025-05-16"]),
    ("Meine Tochter kommt am 20. für zwei Wochen", ["2025-05-20"]),
    ("Jeden Montag gehe ich schwimmen", []),
    ("Ich habe montags frei", []),
    ("Ich trainiere dienstags und donnerstags", []),
    ("Meine Miete ist 1950", []),
    ("Ich fahre einen Golf von 2015", []),
    ("Ich nutze noch Office 2010", []),
    ("Ich stehe am Morgen früh auf", []),
    ("Mein letzter Tag war traurig", []),
    ("Mein Geburtstag ist im Februar", ["2026-02-01/2026-03-01?"]),
]

SPANISH = [
    ("Nos mudaremos el 12 de junio, no el 5 de junio", ["2025-06-12"]),
    ("Nací el 12 de mayo de 1985", ["1985-05-12"]),
    ("La boda es el 4 de abril", ["2026-04-04"]),
    ("Tengo médico el lunes", ["2025-05-19"]),
    ("El examen es el 17/6", ["2025-06-17"]),
    ("Firmamos el 03/04/2025", ["2025-04-03"]),
    ("Estaremos fuera del 3 al 14 de junio", ["2025-06-03/2025-06-15"]),
    ("Vivo aquí desde marzo", ["since 2025-03-01/2025-04-01"]),
    ("Trabajo allí desde 2015", ["since 2015-01-01/2016-01-01"]),
    ("Vivo aquí desde hace dos años", ["since 2023-01-01/2024-01-01"]),
    ("Hace 12 años me mudé a Madrid", ["2013-01-01/2014-01-01"]),
    ("En julio del año pasado me mudé a Gante", ["2024-07-01/2024-08-01"]),
    ("El trimestre pasado cambié de trabajo", ["2025-01-01/2025-04-01"]),
    ("Voy a mudarme el trimestre que viene", ["2025-07-01/2025-10-01"]),
    ("El verano pasado fuimos a Galicia", ["2024-06-01/2024-09-01"]),
    ("Me jubilo en diez años", ["2035-01-01/2036-01-01"]),
    ("Nos mudamos a finales de mes", ["2025-05-16/2025-06-01"]),
    ("Mañana tengo cita", ["2025-05-15"]),
    ("Pasado mañana viajo", ["2025-05-16"]),
    ("Voy a la playa el fin de semana que viene", ["2025-05-24/2025-05-26"]),
    ("Estuve en Roma en Semana Santa", ["2025-04-13/2025-04-21"]),
    ("Tengo que pagarlo antes del 1 de junio de 2025", ["before 2025-06-01"]),
    ("Nos vamos a Creta el 20 por dos semanas", ["2025-05-20"]),
    ("Los martes nado", []),
    ("Entreno los martes y jueves", []),
    ("Todos los viernes ceno con mi madre", []),
    ("Trabajo de lunes a viernes en una farmacia", []),
    ("Mi alquiler es 1950", []),
    ("Trabajo con turno de mañana", []),
    ("Me llamo Abril", []),
    ("Corro por la mañana", []),
]

FRENCH = [
    ("Noël est chez nous, maman arrive le 23", ["2025-12-23"]),
    ("Je ne travaillerai pas le 5 juin", ["2025-06-05"]),
    ("On déménagera le 12 juin, pas le 5 juin", ["2025-06-12"]),
    ("Je suis né le 12 mai 1985", ["1985-05-12"]),
    ("Mon contrat a été prolongé jusqu'en mars", ["until 2026-03-01/2026-04-01"]),
    ("Le mariage est reporté au 3 février", ["2026-02-03"]),
    ("J'ai déménagé la semaine dernière", ["2025-05-05/2025-05-12"]),
    ("J'ai déménagé à Gand en juillet de l'an dernier", ["2024-07-01/2024-08-01"]),
    ("On a décidé de partir en Corse cet été", ["2025-06-01/2025-09-01"]),
    ("Nous sommes en vacances du 28 au 3 juillet", ["2025-06-28/2025-07-04"]),
    ("Je dois finir l'audit ce trimestre", ["2025-04-01/2025-07-01"]),
    ("Je suis à Rome depuis deux semaines", ["since 2025-04-28/2025-05-05"]),
    ("Il y a deux ans j'étais à Lyon", ["2023-01-01/2024-01-01"]),
    ("Je pars dans trois jours", ["2025-05-17"]),
    ("Demain j'ai rendez-vous", ["2025-05-15"]),
    ("Je l'ai vu hier", ["2025-05-13"]),
    ("La livraison est prévue vendredi", ["2025-05-16"]),
    ("On part en Crète le 20 pour deux semaines", ["2025-05-20"]),
    ("Le rendez-vous est le 14/7", ["2025-07-14"]),
    ("Je serai absente à partir du 4 juin", ["since 2025-06-04"]),
    ("Je vais au yoga le lundi", ["2025-05-19?"]),
    ("Je nage tous les mardis", []),
    ("Chaque vendredi on mange une pizza", []),
    ("Mon frère a été pris chez Airbus", []),
    ("Je gagne 2050", []),
    ("J'ai acheté une Clio de 2015", []),
    ("J'ai acheté des pneus d'hiver", []),
    ("Mon numéro est le 06 39 98 12 34", []),
]

PORTUGUESE = [
    ("Vamos mudar no dia 12 de junho, não no dia 5 de junho", ["2025-06-12"]),
    ("Nasci em 12 de maio de 1985", ["1985-05-12"]),
    ("A consulta é no dia 20", ["2025-05-20"]),
    ("Vamos viajar para o Japão em outubro", ["2025-10-01/2025-11-01"]),
    ("Mudei-me para o Porto na semana passada", ["2025-05-05/2025-05-12"]),
    ("Deixei de fumar há seis meses", ["2024-11-01/2024-12-01"]),
    ("Comprei o carro dois anos atrás", ["2023-01-01/2024-01-01"]),
    ("Não como carne desde janeiro", ["since 2025-01-01/2025-02-01"]),
    ("Preciso entregar o relatório até sexta", ["until 2025-05-16"]),
    ("Tenho dentista na segunda-feira", ["2025-05-19"]),
    ("Amanhã vou ao médico", ["2025-05-15"]),
    ("Ontem choveu", ["2025-05-13"]),
    ("Vou de férias daqui a duas semanas", ["2025-05-26/2025-06-02"]),
    ("No próximo mês começo no banco", ["2025-06-01/2025-07-01"]),
    ("Estamos fora de 3 a 14 de junho", ["2025-06-03/2025-06-15"]),
    ("No verão passado fui aos Açores", ["2024-06-01/2024-09-01"]),
    ("A reunião foi adiada para março", ["2026-03-01/2026-04-01"]),
    ("O exame é em 17/06", []),
    ("A prova foi no dia 3/4/2025", ["2025-04-03"]),
    ("Casámos em 2015", ["2015-01-01/2016-01-01"]),
    ("Vou ao Brasil no Natal", ["2025-12-24/2025-12-27"]),
    ("Às terças tenho yoga", []),
    ("Toda segunda eu corro", []),
    ("Trabalho de segunda a sexta", []),
    ("O aluguel é 1950", []),
    ("Comprei um Clio de 2015", []),
    ("Parei de fumar em janeiro", ["2025-01-01/2025-02-01"]),
    ("É a segunda vez que tento", []),
]

ITALIAN = [
    ("Natale è da noi, la mamma arriva il 23", ["2025-12-23"]),
    ("Ci trasferiremo il 12 giugno, non il 5 giugno", ["2025-06-12"]),
    ("Sono nato il 12 maggio 1985", ["1985-05-12"]),
    ("L'esame è il 17 giugno", ["2025-06-17"]),
    ("Vado dal dentista il 20", ["2025-05-20"]),
    ("Ho traslocato la settimana scorsa", ["2025-05-05/2025-05-12"]),
    ("Ho smesso di fumare sei mesi fa", ["2024-11-01/2024-12-01"]),
    ("Andiamo in Giappone a ottobre", ["2025-10-01/2025-11-01"]),
    ("Devo consegnare entro venerdì", ["until 2025-05-16"]),
    ("Lavoro lì dal 2015", ["since 2015-01-01/2016-01-01"]),
    ("Domani parto", ["2025-05-15"]),
    ("Ieri ho visto Marta", ["2025-05-13"]),
    ("Parto tra due settimane", ["2025-05-26/2025-06-02"]),
    ("Siamo via dal 3 al 14 giugno", ["2025-06-03/2025-06-15"]),
    ("L'estate scorsa siamo andati in Puglia", ["2024-06-01/2024-09-01"]),
    ("Il mese prossimo comincio in banca", ["2025-06-01/2025-07-01"]),
    ("Il matrimonio è stato rimandato a marzo", ["2026-03-01/2026-04-01"]),
    ("Ci siamo sposati nel 2015", ["2015-01-01/2016-01-01"]),
    ("Abito qui da due anni", ["since 2023-01-01/2024-01-01"]),
    ("Ci vediamo a Natale", ["2025-12-24/2025-12-27?"]),
    ("Il martedì ho yoga", ["2025-05-20?"]),
    ("Ogni lunedì corro", []),
    ("Lavoro dal lunedì al venerdì", []),
    ("L'affitto è 1950", []),
    ("Ho comprato una Panda del 2015", []),
    ("La prossima estate andiamo in Grecia", ["2025-06-01/2025-09-01"]),
]

TABLE = [
    (language, text, expected)
    for language, table in (
        ("en", ENGLISH),
        ("de", GERMAN),
        ("es", SPANISH),
        ("fr", FRENCH),
        ("pt", PORTUGUESE),
        ("it", ITALIAN),
    )
    for text, expected in table
]


@pytest.mark.parametrize(("language", "text", "expected"), TABLE)
def test_dates_in_a_statement(language, text, expected):
    assert days(text, language) == expected


@pytest.mark.parametrize(
    ("text", "leaning", "expected"),
    [
        ("Dentist on Friday", Leaning.FUTURE, ["2025-05-16"]),
        ("Dentist on Friday", Leaning.PAST, ["2025-05-09?"]),
        ("Rent on the 20th", Leaning.FUTURE, ["2025-05-20"]),
        ("Rent on the 20th", Leaning.PAST, ["2025-04-20?"]),
        ("Conference in October", Leaning.FUTURE, ["2025-10-01/2025-11-01"]),
        ("Conference in October", Leaning.PAST, ["2024-10-01/2024-11-01"]),
        ("Away Monday to Wednesday", Leaning.FUTURE, ["2025-05-19/2025-05-22"]),
        # The words of the statement override the hint.
        ("I was there on Friday", Leaning.FUTURE, ["2025-05-09"]),
        ("I'll be there on Friday", Leaning.PAST, ["2025-05-16"]),
    ],
)
def test_a_hint_decides_if_the_words_do_not(text, leaning, expected):
    assert days(text, "en", leaning) == expected


@pytest.mark.parametrize(
    ("text", "relative"),
    [
        ("It was on 12 May 2024", False),
        ("It was on 2024-05-12", False),
        ("It was in 2019", False),
        ("It was in March 2019", False),
        ("It was yesterday", True),
        ("It was last May", True),
        ("It was in March", True),
        ("It was on the 3rd", True),
        ("It was on Friday", True),
        ("It was two weeks ago", True),
        ("It was in March last year", True),
    ],
)
def test_a_date_is_relative_if_it_depends_on_the_day_of_the_statement(text, relative):
    (day,) = find_days(text, SAID, "en")
    assert day.relative is relative


def test_a_date_has_its_span_and_grain():
    text = "I have been vegan since last January, and it goes well."
    (day,) = find_days(text, SAID, "en")
    assert text[day.start_at : day.end_at] == "last January"
    assert (day.grain, day.edge) == (Grain.MONTH, Edge.SINCE)


@pytest.mark.parametrize(
    ("text", "grain"),
    [
        ("tomorrow", Grain.DAY),
        ("this weekend", Grain.WEEKEND),
        ("next week", Grain.WEEK),
        ("in May 2024", Grain.MONTH),
        ("last quarter", Grain.QUARTER),
        ("Q2 2024", Grain.QUARTER),
        ("last summer", Grain.SEASON),
        ("in 2024", Grain.YEAR),
        ("the week of 8 May 2024", Grain.WEEK),
    ],
)
def test_every_grain_is_returned(text, grain):
    (day,) = find_days(text, SAID, "en")
    assert day.grain is grain


def test_days_are_in_the_time_zone_of_the_speaker():
    late = datetime(2025, 5, 14, 23, 30, tzinfo=timezone(timedelta(hours=-8)))
    assert days("see you tomorrow", "en", said=late) == ["2025-05-15"]


def test_in_a_language_without_a_pack_only_full_dates_are_found():
    assert days("Op 12-05-2024 en morgen en in 2024-06", None) == ["2024-06-01/2024-07-01"]
    assert days("2024-05-12", "nl") == ["2024-05-12"]


_numbers = ["2023", "5", "5th", "5.", "31", "13", "2023-02-30", "99/99/99", "3/4", ",", "."]
_words = {
    code: st.sampled_from([*map(" ".join, statement_vocabulary(code).words), *_numbers])
    for code in packs()
}
_texts = st.sampled_from(sorted(packs())).flatmap(
    lambda code: st.tuples(st.just(code), st.lists(_words[code], max_size=12).map(" ".join))
)


@given(_texts, st.sampled_from(Leaning), st.datetimes(timezones=st.just(UTC)))
def test_any_words_yield_ordered_days_within_the_text(said, leaning, now):
    language, text = said
    places = [0]
    for day in find_days(text, now, language, leaning):
        assert day.start < day.end
        assert places[-1] <= day.start_at < day.end_at <= len(text)
        places.append(day.end_at)


@pytest.mark.parametrize(
    ("text", "said_on", "expected"),
    [
        ("I'm on nights Wednesday and Thursday this week", 12, ["2025-05-14", "2025-05-15"]),
        ("I'm on nights Wednesday and Thursday this week", 15, ["2025-05-14", "2025-05-15"]),
        # On a Sunday, people may mean the week that begins.
        ("I'm on nights Wednesday and Thursday this week", 18, ["2025-05-14?", "2025-05-15?"]),
        ("We meet this Thursday", 18, ["2025-05-15?"]),
        ("We meet this Thursday", 13, ["2025-05-15"]),
        ("I'm seeing the dentist on the Friday", 13, ["2025-05-16?"]),
    ],
)
def test_days_of_one_week(text, said_on, expected):
    assert days(text, "en", said=SAID.replace(day=said_on)) == expected
