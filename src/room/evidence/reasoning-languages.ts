/** The same in German, French and Spanish: who asked, what one is about to do, sounds of thinking. The texts are lower-case. */
export const foreignSigns: readonly RegExp[] = [
  // German
  /(?<!\p{L})(?:der|die|den|dem|des) (?:be)?nutzer(?:in|s)?(?!\p{L})(?! de[rs])/u,
  /^(?:hm+|äh+m?|okay|ok|moment|moment mal|warte|warte mal|halt|mal sehen|schauen wir|sehen wir|gut|na gut|alles klar|also gut|verstanden)(?:[,.…!:–—-]| mal| uns| nach)(?! aber| but| mais| pero)/u,
  /^(?:also,? )?(?:die frage (?:lautet|ist)|die aufgabe (?:ist|lautet)|meine aufgabe|die anfrage|zuerst (?:muss|sollte|werde|lese|prüfe|schaue|suche) ich|als (?:kritiker|lektor|planer|redakteur)(?:in)? (?:muss|soll|sollte))/u,
  // French
  /(?<!\p{L})l'utilisat(?:eur|rice)(?!\p{L})/u,
  /^(?:hum+|euh|bon|bon alors|attends|attendez|voyons|voyons voir|d'accord|ok|okay|alors|très bien|réfléchissons|regardons|commençons|examinons)(?:[,.…!:–—-]| (?:ce que|ce qu'|si|voir|par|la|le|les|d'abord|voyons)(?!\p{L}))(?! mais| but)/u,
  /^(?:la (?:question|tâche|demande) (?:est|porte|demande|concerne)|ma tâche|mon rôle est|d'abord,? je|en tant que (?:critique|éditeur|rédacteur)[^.!?]{0,20},? je dois)/u,
  // Spanish
  /(?<!\p{L})(?:el usuario|la usuaria)(?! de)(?!\p{L})/u,
  /^(?:hmm+|eh|mmm+|a ver|veamos|espera|espere|vale|de acuerdo|bueno|ok|okay|pensemos|empecemos|entendido)(?:[,.…!:–—-]| (?:qué|lo que|si|primero|por)(?!\p{L}))(?! pero| but)/u,
  /^(?:la (?:pregunta|tarea|solicitud) (?:es|pide|trata|se refiere)|mi tarea|mi papel|primero,? (?:tengo|debo|voy|necesito|busco|leo|miro)|como (?:crítico|editor)[^.!?]{0,10},? (?:tengo|debo))/u,
]

/** What one is about to do, beside a word for working on an answer. */
export const foreignIntentions: readonly (readonly [RegExp, RegExp])[] = [
  [
    /(?<!\p{L})(?:ich (?:muss|soll|sollte|werde|will|möchte|brauche|könnte|darf)|(?:muss|soll|sollte|werde|will|möchte|brauche|könnte|darf) ich|wir (?:müssen|sollen|sollten|brauchen)|lass(?:t)? (?:mich|uns)|lassen sie mich)/u,
    /(?<!\p{L})(?:lesen|prüfen|überprüfen|nachsehen|nachlesen|schauen|ansehen|anschauen|suchen|finden|überlegen|nachdenken|denken|antworten|beantworten|zitieren|zitat|vergleichen|durchgehen|herausfinden|formulieren|schreiben|beachten|wählen|entscheiden|angeben|beginnen|anfangen|beleg|quittung|werkzeug|analysieren|öffnen|halten|sehen)(?!\p{L})/u,
  ],
  [
    /(?<!\p{L})(?:je (?:dois|devrais|vais|veux|voudrais)|il (?:me )?faut(?: que je)?|il faudrait|nous (?:devons|allons)|on (?:doit|va)|laisse[sz]?-moi)(?! (?:dire|avouer|admettre|reconnaître|préciser))/u,
    /(?<!\p{L})(?:lire|relire|vérifier|chercher|trouver|regarder|réfléchir|répondre|citer|citation|comparer|examiner|analyser|commencer|rédiger|écrire|choisir|décider|consulter|penser|voir|identifier|reçu|outil|ouvrir|parcourir)(?!\p{L})/u,
  ],
  [
    /(?<!\p{L})(?:tengo que|debo|debería|voy a|necesito|quiero|vamos a|tenemos que|debemos|hay que|déj[ae]me|dejadme|permítame)(?! (?:decir|admitir|reconocer|confesar))/u,
    /(?<!\p{L})(?:leer|releer|revisar|comprobar|verificar|buscar|encontrar|mirar|pensar|responder|contestar|citar|cita|comparar|analizar|examinar|empezar|comenzar|escribir|redactar|elegir|decidir|consultar|ver|identificar|recibo|herramienta|abrir|repasar)(?!\p{L})/u,
  ],
]
