import { plainSigns, type SentenceSign, weightedSigns } from './reasoning-signs.ts'

/**
 * The reply begins by thinking aloud, or a mark of hidden thinking is left in it. Decided by what the first sentences do:
 * they call themselves thought, mention the request instead of the text, or announce the next step.
 * `rest` is the reply without its Evidence line, which may ask for something in such words.
 */
export function showsReasoning(prepared: string, rest: string, added: readonly string[]): boolean {
  if (thinkingMark.test(prepared)) return true
  const line = firstLine(rest)
  const opening = straight(line.replace(/^[\s*_>#-]+/, '')).trim()
  if (added.map(straight).some(prefix => prefix.trim() !== '' && opening.startsWith(prefix))) return true
  if (isThoughtHeading(line, opening)) return true
  return sentencesOf(opening).some(isThought)
}

const thinkingMark =
  /<[/|]?(?:think|thinking|thoughts?|reason|reasoning|scratch_?pad|analysis|reflection|reflect|planning|plan|monologue|inner_monologue|inner_thoughts?|internal|deliberation|cot)>|\[\/?(?:think(?:ing)?|thoughts?|reasoning|analysis|planning|scratchpad)\]|<\|channel\|>/i

/** The beginning of the first line that says something: enough for the sentences that are looked at. */
function firstLine(rest: string): string {
  const line = rest.split(/[\n\r\u2028\u2029]/).find(each => /[\p{L}\p{N}]/u.test(each)) ?? ''
  return line.slice(0, 600).trim()
}

function straight(text: string): string {
  return text.replaceAll('’', "'").toLowerCase()
}

/** The first three, without what they quote: a quoted thought belongs to a character. */
function sentencesOf(opening: string): string[] {
  const cleaned = opening
    .replace(/[“”]/g, '"')
    .split('"')
    .filter((_, at) => at % 2 === 0)
    .join('"…"')
  const [first = '', second, ...others] = cleaned.split(/(?<=[.!?…])\s/).slice(0, 3)
  // A word alone, as "Alright.", is part of what it introduces.
  if (second !== undefined && first.length < 24) return [first, `${first} ${second}`, second, ...others]
  return second === undefined ? [first] : [first, second, ...others]
}

function isThought(sentence: string): boolean {
  if (plainSigns.some(pattern => pattern.test(sentence))) return true
  if (foreignSigns.some(pattern => pattern.test(sentence))) return true
  if (foreignIntentions.some(([intends, works]) => intends.test(sentence) && works.test(sentence))) return true
  return weightOf(sentence) >= enough
}

/** How much of a sentence is about answering rather than about a text; each sort of word counts once. */
function weightOf(sentence: string): number {
  return weightedSigns.reduce(
    (sum, { weight, pattern }: SentenceSign) => sum + (pattern.test(sentence) ? weight : 0),
    0,
  )
}

const enough = 3.5

/** A heading or a label made of nothing but words for thinking and answering: "My approach:", "### Analysis of the request". */
function isThoughtHeading(line: string, opening: string): boolean {
  const colon = opening.search(/[:\])—–…]|\.\.|\*/)
  const isHeading = /^(?:#|\*\*|>|\(|\[|\*)/.test(line) || !/[.!?]$/.test(opening)
  const label = colon > 0 ? opening.slice(0, colon) : isHeading ? opening : ''
  const words = label.match(/[\p{L}\p{N}]+/gu) ?? []
  return (
    words.length > 0 &&
    words.length <= 8 &&
    words.some(word => thoughtNouns.has(word)) &&
    words.every(word => thoughtNouns.has(word) || labelWords.has(word) || /^\d{1,2}$/.test(word))
  )
}

/** Words in a label above thoughts, never above an answer. */
const thoughtNouns = new Set(
  `thought thoughts thinking thinks reasoning rationale scratchpad scratch monologue brainstorm brainstorming plan planning approach
  strategy goal goals objective constraint constraints requirement requirements todo task steps checklist draft deliberation
  deliberating considerations musings reminder remember selfcheck reflection reflecting instructions prompt request user query action
  internal mental talk process analyzing analysing pondering parsing understanding breaking deciding weighing interpreting evaluating
  clarifying formulating drafting structuring preparing checking verifying possible potential candidate candidates options
  gedanken überlegung überlegungen gedankengang réflexion raisonnement razonamiento pensamiento pensamientos`.split(
    /\s+/,
  ),
)

/** Other words in such a label. */
const labelWords = new Set(
  `my the a an this here is of for to about on in and with it down self note notes step by inner chain out loud aloud what how
  response reply answer question analysis message interpretation quick initial first overall brief final tentative key points point
  angles angle issues issue topics aspects quotes quote lines sources evidence claims claim raise cover make mention consider
  meine mein der die das mon ma le la mi el through below now let s begin format output role critic editor planner writer
  continuity chief librarian check`.split(/\s+/),
)

/** The same in German, French and Spanish: who asked, what one is about to do, sounds of thinking. The texts are lower-case. */
const foreignSigns: readonly RegExp[] = [
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
const foreignIntentions: readonly (readonly [RegExp, RegExp])[] = [
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
