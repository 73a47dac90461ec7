"""Spanish: what an agent at work says of the sites and services it deals with."""

from typing import Final

from recollect.learn.extract.es_rule import rule, unaccented
from recollect.learn.extract.language import pattern, rule_book
from recollect.model.entry import Kind

# A statement of how things are, not of what was just done.
_GENERAL = r"(?!(?:he|hemos|voy|vamos|ya|listo|list[oa]s|hecho|aquí|quieres|querés|puedo|déjame|ahora|abriendo|comprobando|ejecutando|entendido|anotado|GET|POST|PUT|HTTP)\b)(?!.*\b(?:he|hemos|ha sido|han sido|fue|fueron|te|tu|tus|descargad[oa]s|guardad[oa]s|reservad[oa]s|enviad[oa]s|confirmad[oa]s)\b)"
_LOGIN = r"(?:inici(?:o|ar) (?:de )?sesión|sesión (?:iniciada|abierta)|login|acceso|autenticación|contraseña|cuenta|usuario y clave|certificado digital|cl@ve|clave|DNI electrónico|2FA|doble factor|captcha|registr(?:o|arse))"
_FAILS = r"(?:bloquea\w*|rechaza\w*|falla\w*|error(?:es)?|caduca\w*|expira\w*|captcha|límite|limita\w*|deniega\w*|denegad[oa]|no (?:carga|responde|funciona|deja|permite|acepta|se puede)|se cuelga|se corta|tiempo de espera|timeout|\b[45]\d\d\b|demasiadas|duplica\w*|vací[oa]|corrupt\w*|rompe)"
_REMEDY = r"(?:hay que|es necesario|hace falta|se debe|debe|deben|conviene|solo (?:se |funciona|tras|después|cuando|si|con)|solamente|tras (?:abrir|pulsar|esperar|entrar|iniciar|hacer|aceptar|cerrar|cargar|elegir|seleccionar)|después de|antes de|primero|esperar|espera de|en lugar de|en vez de|reintentar|funciona (?:si|cuando|con|solo)|se activa|se resuelve|se evita|basta con)"
_PLATFORM = r"(?:javascript|react|vue|angular|wordpress|shopify|magento|prestashop|drupal|SPA\b|iframe|cloudflare|PHP|django|rails|\bCMS\b|aplicación de una sola página|web antigua|hecha con|construid[oa] con|corre sobre|API REST|SOAP|GraphQL|sede electrónica)"
_PART = r"(?:[#.][a-z][\w-]+|\[[\w-]+[^\]]*\]|/[\w/?=&{}.-]+|\b(?:formulario|campos?|botón|botones|menú|página|páginas|tabla|pestaña|buscador|desplegable|enlace|url|endpoint|api|selector|casilla|cabecera|pie|lateral|ventana|cookies?|banner|aviso|parámetro|consulta|cesta|carrito|descargas?|subida|documentos?|resultados?|listado|lista|filtro|calendario|huecos?|web|sitio|portal|tienda|servidor|servicio|caché|base de datos|archivos?|ficheros?|carpeta|csv|pdf|json|xml|columna|fila|token|facturas?|entradas?|pedidos?|citas?|precios?|detalle|exportación|importación|script|comando|paquete|versión|peticiones|petición|sesión|rama|repositorio|pruebas|despliegue|copia de seguridad)\b)"

# What a tool answers that will be so the next time as well.
REFUSALS: Final = pattern(
    unaccented(
        r"\b(?:falta(?:n)? (?:el|la|los|las)? ?(?:parámetro|cabecera|campo|permiso|clave|token|certificado)s?|(?:parámetro|campo|cabecera) (?:\S+ )?(?:obligatori[oa]|requerid[oa]|ausente|no válid[oa])|acceso (?:denegado|prohibido|restringido)|no autorizad[oa]|sin permisos?|permiso denegado|demasiadas (?:peticiones|solicitudes)|(?:peticiones|solicitudes) por (?:minuto|hora|día|segundo)|límite (?:de|superado|alcanzado|excedido)|sesión (?:ha )?(?:caducad[oa]|expirad[oa])|(?:debe|hay que|es necesario) (?:iniciar sesión|identificarse|registrarse)|inicie sesión|se requiere|pedido mínimo|archivo demasiado grande|no admitid[oa]|en mantenimiento|tapado por|cubierto por|no se puede pulsar|solo (?:con|desde|para) (?:certificado|cuenta|la red|usuarios))\b"
    )
)

KNOWLEDGE: Final = rule_book(
    (
        rule(
            Kind.DOMAIN,
            "",
            rf"{_GENERAL}.*\b(?:requiere|exige|pide|necesita|hace falta|solo con|sin|obliga a)\b.*\b{_LOGIN}.*",
            confidence=0.7,
        ),
        rule(
            Kind.EXECUTION_PATTERN, "", rf"(?=.*{_PART}){_GENERAL}.*\b{_REMEDY}.*", confidence=0.7
        ),
        rule(Kind.ERROR_PATTERN, "", rf"(?=.*{_PART}){_GENERAL}.*\b{_FAILS}\b.*", confidence=0.7),
        rule(Kind.DOMAIN, "", rf"(?=.*{_PART}){_GENERAL}.*\b{_PLATFORM}.*", confidence=0.65),
        rule(
            Kind.WEBSITE_KNOWLEDGE,
            "",
            rf"(?=.*{_PART}){_GENERAL}.*\b(?:está|están|es|son|se abre|abre|contiene|muestra|usa|usan|vive|aparece|carga|acepta|espera|devuelve|tiene|tienen|empieza|termina|ignora|ordena|lista|oculta|envía|redirige|cambia|cierra|admite|exporta|publica|actualiza|permite|sirve|incluye|va|van|viene|vienen|sale|salen|lleva|guarda|campos)\b.*",
            confidence=0.6,
        ),
    )
)
