"""The most frequent words of each language, by which it is told before anything else of it is needed."""

from collections.abc import Mapping
from typing import Final

_ENGLISH: Final = frozenset(
    """the of and a to in is you that it he was for on are as with his they i at be this have from or had by but not what all were we when
    your can said there use an each which she do how their if will up other about out many then them these so some her would
    make like him into time has look two more go see no way could people my than been who its now find down did get come made may
    i'm im it's don't me our us am yes just want need got know really please thanks any should does any work live love
    where why here also because after before very still too much think going one ok okay
    around since until ago euros year years month months week weeks today tomorrow yesterday monday tuesday wednesday
    thursday friday saturday sunday tue tues wed thu thurs fri sat""".split()
)
_FRENCH: Final = frozenset(
    """le la les un une des du de d' l' et à au aux en dans sur pour par avec sans sous chez que qu' qui quoi ne n'
    pas plus jamais je j' tu t' il elle on nous vous ils elles me m' te se s' mon ma mes ton ta tes son sa ses
    notre nos votre vos leur leurs ce c' cet cette ces ça cela est suis es sommes êtes sont était étais ai as a
    avons avez ont avait avais fait fais faire faut peut peux veux veut vais va bonjour salut coucou merci oui non
    si mais ou où donc car comme quand comment pourquoi combien quel quelle quels quelles très trop bien bon aussi
    alors encore toujours déjà depuis avant après pendant entre vers tout tous toute toutes rien moi toi lui eux y
    stp svp jsuis jai chui chuis jhabite jbosse jtravaille jvais jpeux jsais jfais jveux jdois jaime jadore ds pr g
    pcq tjs slt ya ouais ok même autre autres deux trois peu beaucoup être avoir puis lundi mardi mercredi jeudi
    vendredi samedi dimanche demain hier rdv janvier février juin juillet août septembre octobre novembre décembre
    année mois semaine heures euros enfants maison voici voilà là ici parce puisque jour ans
    annee aout apres ca decembre deja etais etait etes etre fevrier meme tres voila""".split()
)
_SPANISH: Final = frozenset(
    """de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me si sin sobre
    este ya entre cuando todo esta ser son dos también fue había era muy años hasta desde está mi porque qué sólo
    solo han yo hay vez puede todos así nos ni parte tiene él uno donde bien tiempo mismo ese ahora cada e vida
    otro después te otros aunque esa eso hace otra gobierno tan durante siempre día tanto ella tres sí dijo sido
    gran país según menos mundo año antes estado contra sino forma caso nada hacer general estaba poco estos mayor
    ante unos les algo hacia casa ellos ayer hecho tengo soy estoy vivo trabajo gusta quiero voy hola gracias vale
    pues tú tu tus mis padres hermanos hijos viven vive tienen trabaja trabajan roto vuelto habito duele duelen murió mamá papá nuestro nuestra somos tenemos vamos cómo cuál dónde cuándo quién aquí mañana hoy nunca porfa
    creo mas tambien dia oye buenas jaja jajaja bueno encanta odio prefiero favor puedes podrías necesito ayuda
    llamo hijo hija hermano hermana madre padre mes meses semana semanas lunes martes miércoles jueves viernes sábado
    domingo enero febrero marzo abril mayo junio julio agosto octubre noviembre diciembre""".split()
)
# What Spanish speakers say of themselves needs no "I": the verb tells the language better than any article.
_SPANISH_VERBS: Final = frozenset(
    """abandono abandoné abono aboné abro abrí acabo acabé acampo acampé acepto acepté acompaño acompañé acordé
    acostumbro acostumbré acosté actué actúo acuerdo acuesto adelgacé adelgazo administro administré adopto adopté
    adoro adoré afeito afeité afilio afilié agarro agarré agendo agendé agradecí agradezco aguanto aguanté ahorro
    ahorré almorcé almuerzo alojo alojé alquilo alquilé alterno alterné amaso amasé amo amé analicé analizo ando
    anduve animo animé anoto anoté anulo anulé apago apagué aparco aparqué apaño apañé aplacé aplazo aposté apoyo
    apoyé aprendi aprendo aprendí aprobé apruebo apuesto apunto apunté armo armé arreglo arreglé ascendí asciendo
    asisto asistí asocio asocié atendí atiendo atino atiné averié averío ayudo ayudé bailo bailé bajo bajé barro
    barrí bebi bebo bebí borro borré boto boté buceo buceé busco busqué caduco caduqué caigo calculo calculé calcé
    calenté caliento calzo cambie cambio cambié camino caminé cancelo cancelé canto canté cargo cargué casé caí
    celebro celebré ceno cené cerré chambeo chambeé chapurreo chapurreé charlo charlé checo chequé choco choqué
    cierro cobro cobré cocino cociné cogí cojo colaboro colaboré colecciono coleccioné colegio colegié colgué
    combino combiné comencé comercio comercié comi comienzo comparto compartí compongo compre comprendo comprendí
    compro comprometo comprometí compré compuse comí concerté concierto conduje conduzco configuro configuré
    confirmo confirmé confié confío conoci conocí conozco conseguí conservo conservé consigo construyo construí
    contengo contesto contesté continué continúo contrato contraté controlo controlé contuve conté converso
    conversé convertí convierto convivo conviví coordino coordiné corregí corri corrijo corro corrí corto corté
    cosecho coseché coso costé cosí coticé cotizo creci crecí crezco crio crié cubro cubrí cuelgo cuento cuesto
    cuido cuidé cultivo cultivé cumpli cumplo cumplí cupe curo curro curré curso cursé curé debo debí decidi decido
    decidí declaro declaré decoro decoré dedico dediqué deduje deduzco defendí defiendo deje dejo dejé dependo
    dependí desayuno desayuné descarto descarté descubro descubrí deseo deseé designo designé despacho despaché
    despedí desperté despido despierto desplegué despliego detengo detesto detesté detuve devolví devuelvo
    diagnostico diagnostiqué dibujo dibujé digerí digiero digo dije dirigí dirijo discuto discutí diseño diseñé
    disfruto disfruté divertí divierto divorcio divorcié doblo doblé doctoro doctoré documento documenté dolí
    domino dominé dono doné dormí doy duelo duermo echo eché edito edité educo eduqué ejercí ejerzo elegí elijo
    emigro emigré empece empecé empiezo encargo encargué encontré encuentro enojo enojé enriquecí enriquezco ensayo
    ensayé enseño enseñé entendí entiendo entrego entregué entreno entrené entro entré envié envío escalo escalé
    escapo escapé escogí escojo escribi escribo escribí especialicé especializo espero esperé esquié esquío
    establecí establezco estreno estrené estropeo estropeé estudie estudio estudié estuve evito evité examino
    examiné explico expliqué exporto exporté extraño extrañé facturo facturé falto falté festejo festejé ficho
    fiché firmo firmé formo formé fracturo fracturé frecuento frecuenté fui fumo fumé fusiono fusioné gane gano
    gané gasto gasté gestiono gestioné golpeo golpeé grabo grabé gradué gradúo guié gusto gusté guío hable hablo
    hablé hago heredo heredé hice horneo horneé hospedo hospedé hube huyo huí imparto impartí importo importé
    incluyo incluí inmigro inmigré inscribo inscribí instalo instalé intento intenté interpreto interpreté invertí
    investigo investigué invierto invito invité inyecto inyecté jalo jalé jubilo jubilé juego jugué juro juré
    laburo laburé lavo lavé lei leo lesiono lesioné leí licencio licencié lidero lideré ligo ligué limpio limpié
    llame llamé llego llegue llegué lleve llevo llevé logro logré madrugo madrugué mando mandé manejo manejé
    mantengo mantuve maquillo maquillé matriculo matriculé medico mediqué medito medité medí mentí merecí merendé
    merezco meriendo meto metí mezclo mezclé mido miento migro migré milito milité miro miré monto monté morí
    mostré moví mude mudo mudé muero muestro muevo naci nací nado nadé navego navegué nazco necesité negocio
    negocié negué nevé niego nievo nombro nombré obedecí obedezco obtengo obtuve ocupo ocupé odié ofrecí ofrezco
    oigo opero operé oposito oposité opto opté ordeño ordeñé organicé organizo padecí padezco pago pague pagué
    parecí parezco paro participo participé parto partí paré paseo paseé paso pastoreo pastoreé pasé patino patiné
    patrullo patrullé pedí peino peiné pensé perdi perdí permito permití pertenecí pertenezco pesco peso pesqué
    pesé pido pienso pierdo piloto piloté pincho pinché pinto pinté plancho planché planto planté platico platiqué
    podo podé pongo pospongo pospuse practico practiqué preferí prejubilo prejubilé preparo preparé presento
    presenté presto presté probé produje produzco programo programé prometo prometí promoví promuevo propongo
    propuse protegí protejo pruebo publico publiqué pude puedo puse quedo quedé quemo quemé quepo quise realicé
    realizo receto receté rechacé rechazo recibo recibí recogí recojo recomendé recomiendo recordé recuerdo recé
    redacto redacté reduje reduzco reformo reformé regalo regalé regento regenté regrese regreso regresé regué remo
    remé renové rento renté renuevo renuncio renuncié reparo reparto repartí reparé repetí repito reporto reporté
    requerí requiero reservo reservé resido residí resolví restauro restauré resuelvo retengo retorno retorné
    retuve reviso revisé rezo riego robo robé rompo rompí saco salgo sali salí saqué seguí sembré senté sentí
    separo separé serví siembro siento sigo sirvo soldé solicito solicité solí soporto soporté soñé subi subo subí
    sueldo suelo sueño sufro sufrí sugerí sugiero supe supero superé supongo supuse surfeo surfeé suscribo suscribí
    suspendo suspendí tatué tatúo tejo tejí teletrabajo teletrabajé temo temí termine termino terminé testeo testeé
    titulo titulé toco tolero toleré tome tomo tomé toqué torcí trabaje trabajé traduje traduzco trago tragué
    traigo traje tramito tramité transporto transporté traslado trasladé trato traté tributo tributé tripulo
    tripulé tuerzo tuve uso usé utilicé utilizo vacaciono vacacioné vacuno vacuné vendo vendí vengo veo veraneo
    veraneé vestí viajo viajé vigilo vigilé vine visito visité visto vivi viví volvi volví volé voto voté vuelo
    vuelvo""".split()
)
_GERMAN: Final = frozenset(
    """der die das und ist in ich nicht zu den es ein eine mit auf für von dem im sich wie auch als an so war aber bei
    aus nach wir hat habe hab sind mein meine meinen meiner meinem mir mich dass noch nur wenn oder bin du sie er
    kann wird zum zur um vor seit mehr schon immer einen einer einem kein keine was wer wo wann warum haben werden
    muss mag gern gerne jetzt heute morgen gestern unser unsere uns über durch gibt beim vom am bis sehr man da
    hier doch mal bitte danke ja nein nee nen ne weil denn also ganz viel dann ihr ihm ihn dir dich euch sein seine
    ihre diese dieser dieses alle wurde waren hatte soll will möchte würde könnte wohne arbeite lebe heiße brauche
    mache kannst hast bist ab ohne gegen zwei drei ok okay achso genau nix nichts etwas statt lieber geht gehen
    bevor nachdem während ihnen ihren ihrem denen dessen deren wieder weiter unter zwischen neben hinter vielleicht
    natürlich eigentlich leider übrigens außerdem trotzdem deshalb damit dafür dazu daran davon dabei dort woher
    wohin wieso welche welcher welches jede jeder jedes jeden andere anderen anderer manche einige wenig wenige
    mehrere beide nie niemals oft meistens manchmal selten bald früher später damals neulich letzte letzten letztes
    letzter nächste nächsten nächstes nächster diesen diesem woche monat jahr montag dienstag mittwoch donnerstag
    freitag samstag sonntag januar februar märz mai juni juli oktober dezember mutter vater schwester bruder
    tochter sohn mann kind kinder eltern oma opa mama papa chef chefin kollege kollegin freundin nachbar hund katze
    haus wohnung arbeit schule kaffee tee essen trinken machen macht gemacht gehabt gewesen geworden worden kommt
    kommen komme fahre fährt nehme nimmt esse isst trinke spreche spricht liebe hasse finde gut gute guten besser
    beste klein groß große neue neuen neuer alte alten zurück zusammen allein zuhause fertig schreib antworte zeig
    erklär hilf sag gib nutze verwende übersetze entschieden beschlossen hallo moin servus tschüss super quatsch
    stimmt falsch richtig wichtig zwar sondern sobald sodass obwohl ob eben halt ins ans aufs fürs ums hinterm vorm
    gibts wirds ists habs nem ner sone son ham isses mach geh komm brauch wohn nehm krieg kriegt bekomme bekommt
    heißt heisst nenn tage tagen monate monaten wochen uhr stunde stunden euro fuer ueber weiss auf's hab's gibt's
    wird's geht's keinen deine dein freund frau jahre jahren tag""".split()
)
COMMON: Final[Mapping[str, frozenset[str]]] = {
    "en": _ENGLISH,
    "fr": _FRENCH,
    "es": _SPANISH | _SPANISH_VERBS,
    "de": _GERMAN,
}
# How words of a language end that are too many to be listed.
ENDINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "fr": ("eux", "euse", "aient", "eaux"),
    "es": ("ado", "ido", "ada", "ando", "iendo", "amos", "emos", "imos", "aron", "ieron", "ción"),
}
