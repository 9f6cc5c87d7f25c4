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
  return weightOf(sentence) >= minThoughtScore
}

/** How much of a sentence is about answering rather than about a text; each sort of word counts once. */
function weightOf(sentence: string): number {
  return weightedSigns.reduce(
    (sum, { weight, pattern }: SentenceSign) => sum + (pattern.test(sentence) ? weight : 0),
    0,
  )
}

const minThoughtScore = 3.5

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

/** A sort of words that, together with others, tells thinking from telling. */
interface SentenceSign {
  weight: number
  pattern: RegExp
}

const adverbs =
  '(?:(?:first|now|then|also|only|just|next|still|probably|quickly|carefully|simply|really|definitely|actually|briefly|maybe|perhaps|instead|directly|therefore|at least|not|never|always) ){0,2}'

/** Verbs of working on an answer. */
const work =
  'think|reason|reflect|ponder|answer|respond|reply|cite|quote|check|double[- ]check|re-?check|verify|confirm|validate|read|re-?read|look|find|locate|search|scan|skim|review|revisit|analy[sz]e|examine|inspect|evaluate|assess|determine|identify|interpret|comment|summari[sz]e|figure|understand|recall|consider|weigh|compare|cross-check|decide|choose|pick|select|use|include|mention|address|provide|produce|output|generate|write|draft|craft|compose|formulate|phrase|structure|organi[sz]e|format|follow|focus|start|begin|proceed|ground|gather|collect|list|extract|pull|open|dig|parse|process|plan|call|run|invoke|avoid|stick|rely|refer|tackle|break|unpack|explore|investigate|trace|sort|match|abstain|make sure|ensure|be careful|see (?:what|if|whether|how|which)|go (?:through|over|back|with|for|to|look|and)|work (?:out|through|on)|walk (?:through|you)|get (?:started|this|the|an|a)|take (?:a look|stock|it|this|another)|copy|jot|try|clarify|restate|rephrase|handle|keep (?:it|this|my|in mind|the (?:answer|reply|response))|stay (?:within|in|grounded|on)|give (?:a|an|my|one|the|exactly)|return|point (?:to|at)|approach|map|keep it'

/** What an honest writer announces as well: speech, and what a reader wishes, feels or remembers. */
const telling =
  'say|tell|admit|confess|add|stress|note|point out|warn|(?:start|begin|open|close|end) with (?:what|the (?:good|best|bad|strong|weak)[a-z]{0,4}|praise|a)|agree|disagree|defend|argue|grant|concede|insist|object|praise|thank|congratulate|apologi[sz]e|be (?:honest|blunt|brief|clear|frank|fair|direct|plain|told|careful not)|put it|emphasi[sz]e|repeat|propose|suggest|recommend|explain|know|feel|hear|like|love|believe|care|trust|learn|meet|remember|miss|have|be|see(?! (?:what|if|whether|which|how the (?:scene|file)))|happily|gladly|ask you|leave|live|wait|hope|call (?:it|this|the|that)|side'

const intention =
  "i(?:'ll| will| shall| need to| have to| must| should| ought to| want to| wanna| gotta| have got to|'ve got to| am going to|'m going to| am gonna|'m gonna| am about to|'m about to| plan to| intend to| aim to|'d better| had better| better| am supposed to|'m supposed to| am meant to|'m meant to| am expected to|'m expected to| am required to|'m required to| am asked to|'m asked to| was asked to| am told to|'m told to| am here to|'m here to| am trying to|'m trying to| might want to| would need to|'d need to|'ll need to| will need to|'ll have to| will have to| shouldn't| mustn't| needn't)"

const asker =
  'user|human|person|asker|questioner|requester|requestor|client|caller|prompter|interlocutor|operator|customer'
const asking =
  "(?:is |was |has |are |clearly |just |really |probably |apparently |now |seems to |seem to |may |might |would |'s ){0,2}(?:ask|asks|asked|asking|want|wants|wanted|wanting|need|needs|request|requests|requested|requesting|wonder|wonders|wondering|expect|expects|like|likes|mention|mentions|mentioned|gave|gives|given|provided|provides|said|says|did not|didn't|looking for|interested|curious|be asking|be testing|be wondering|told|posted|sent)"

const taskNoun =
  'question|prompt|request|task|query|system prompt|system message|instructions?|guidelines?|brief|assignment|conversation|context|context window|message|rules?|format|output format|schema|template|role|job'
const taskVerb =
  "(?:is asking|asks|asked|says|said|wants|requires?|is about|is whether|is to|is for|is just|mentions?|tells?|states?|specif(?:y|ies)|demands?|forbids?|allows?|expects?|calls for|seems|needs|gives|includes?|contains?|has|have|doesn't|does not|don't|boils down|comes down|here|want|say|ask|implies|concerns|refers)"

const role =
  'critic|planner|editor|writer|continuity(?: agent| editor| checker)?|assistant|chief|librarian|reviewer|agent|ai|model'

/** Each of these alone is thought. The texts are lower-case. */
const plainSigns: readonly RegExp[] = [
  // Sounds and pauses of thinking.
  /^\(?(?:hm+|uh+|um+|er+m?|huh|ugh|eh)[,.…!?—–-]|^(?:ah|aha|oh|ooh),? (?:i |i'|wait|there it is|right|so |no|yes|okay|that|of course)/,
  /^(?:okay|ok|okey|alright|all right|right then|okie dokie|k|very well|yep|yeah|cool|great|perfect|good|fine|sure|sure thing|got it|understood|noted|roger|i see|makes sense|absolutely|certainly|of course)(?:[.:!…—–-]{1,3}|,) ?(?:so |now |then |well |and ){0,2}(?:let|i|i'[a-z]{1,2}|we|we'[a-z]{1,2}|first|time|here's what|the (?:user|question|task|request|prompt|tool|chief)|what|which|how|this is a|there (?:are|is)|next|now|looking|thinking|going|on to|quote|claim)(?!\p{L})/u,
  /^(?:okay|ok|alright|all right)(?:[.:!…—–]|,(?! but| though| yet)| so )/,
  /^(?:no,? |oh,? |but |hmm,? |ah,? )?(?:wait(?: a (?:second|minute|moment|sec))?|hold on|hang on|scratch that|strike that|never ?mind|correction|one (?:moment|second|sec)|give me a (?:moment|second)|just a (?:moment|second)|on second thoughts?|come to think of it|let's see|let me see|lemme see|now then|back to the (?:task|question|start)|moving on|not so fast)(?: -|[,.…!:;—–-]|$)/,
  /^(?:no|nope|hmm|yes|yeah|but|actually|so)?,? ?(?:that|this|it) (?:can't|cannot|can not|doesn't|does not|isn't|is not|won't|wouldn't) (?:be right|be it|add up|right|quite right|correct|fit the (?:question|claim|format))/,
  // Labels inside a sentence, and plans that count their steps.
  /^step (?:1|one)\s?[:.)—–-]|^(?:1[.)]|first:|\(1\)|a\))\s?(?:identify|find|locate|read|check|look|search|quote|cite|pick|choose|select|write|draft|understand|parse|analy[sz]e|verify|determine|answer|respond|open|scan|review|compare)(?!\p{L})/u,
  /(?<!\p{L})(?:thought|action|action input|todo|to-do|note to self|self-check|reasoning|thinking|plan|internal|scratchpad|user|system|assistant|human)(?: \d{1,2})?:(?! ")/u,
  /^assistant ?(?:analysis|commentary|final)|^analysis (?:we|i|the user)(?!\p{L})/u,
  /^\(?(?:thinks|thinking|pauses|ponders|considers|reads)[*_)]/,
  /^(?:draft|possible|final|tentative|initial|candidate|proposed) (?:answer|reply|response|thoughts?|quote|output)(?! of)/,
  /^(?:key )?points to (?:cover|make|mention)|^key points to/,
  /^(?:my|the|this|a|an) (?:[a-z]{1,12} ){0,2}(?:reply|answer|response|output|evidence line|citation) (?:should|must|needs? to|has to|will be|ought|could be|might be|can be|is going to)/,
  /^(?:reply|answer|response|output|quote|citation|receipt|evidence)s? (?:should|must|needs?|needed|has to|required|goes|first)(?!\p{L})/u,
]
  .concat(
    [
      // Announcing the next step.
      `${intention} (?!${adverbs}(?:${telling})(?!\\p{L}))[a-z]{2,}`,
      `i (?:can|could|might|may) (?!${adverbs}(?:not|never|read|see|find|understand|follow|recall|pick|tell) )${adverbs}(?:${work})`,
      `(?:i'd|i would) (?:like|love|prefer|rather|want|need) (?:to )?(?:${work})`,
      `(?:i'd|i would) (?:like|want|need) to (?:know|see|learn) (?:which|whether|if|what the (?:file|tool|outline|card))`,
      `we(?:'ll| will| need to| have to| must| should| can| could| might| may| want to|'re going to| are going to|'d better| are to|'re to) ${adverbs}(?:answer|respond|reply|cite|quote|check|verify|find|locate|search|produce|output|provide|include|mention|interpret|comment|abstain|write|be careful|determine|identify|analy[sz]e|look (?:at|for|up|into)|think|figure|decide|pick|choose|compare|summari[sz]e|consider|craft|draft|evaluate|give an?|start by|begin by|use the)`,
      `(?:let me|lemme|allow me to) (?!${adverbs}(?:know|be|say|tell|put|add|stress|admit|confess|explain|repeat|warn|suggest|propose|recommend|praise|offer|note|defend|point out|disagree|(?:start|begin|end|open|close) (?:with|by saying))(?!\\p{L}))[a-z]{2,}`,
      `let(?:'s| us) (?:first |now |then |just |quickly |also |maybe )?(?:${work}|see|do|go|talk|craft|take|think|set|make sure)`,
      `(?:i'm|i am|we're|we are) (?:${adverbs})(?:thinking|wondering|trying|looking (?:at|for|through|into|up)|going through|reading|checking|searching|considering|deciding|debating|weighing|leaning|supposed|asked|tasked|given|told to|instructed|expected|required|meant|to (?:answer|respond|reply|speak|act|comment|give|interpret)|playing|acting|answering|responding|dealing with|unsure|confused|not (?:sure|certain) (?:if|whether|which|what|how|that)|only (?:allowed|given))`,
      `i (?:was|have been|were) (?:asked|given|told|supposed|tasked|instructed)|i've been (?:asked|given|told|tasked|instructed)`,
      `(?:i'm|i am|being|since i'm|since i am|as i am|i play|i speak (?:as|for)|i act as|acting as|answering as|speaking as|in my role as|my role is|my role as|my role here) (?:the |a |an )?(?:${role})?(?:,? (?:so|and|i|which means|it is|my)|\\.)`,
      `(?:as|being) (?:the|a|an) (?:${role}),? (?:i|my job|we) (?:need|have|should|must|will|am|can only|is|may only|do not have)`,
      // What is being done, in the present tense.
      `(?:first|then|next|now|so|here|afterwards|finally),? i (?:${adverbs})(?:${work})`,
      `(?:^|, |; |and |so |but |where |because )i (?:start|begin|pick|choose|go with|go for|cite|copy|rely on|use the|answer|respond|assume|write|draft|look (?:for|at|up)|search|scan|check|verify|compare|open|act as|speak for|stick to|keep coming back|go over|go through|interpret|abstain|include)`,
      `i (?:think|guess|suppose|figure|assume|reckon|believe) (?:i|i'll|the (?:user|question|prompt|task|quote|(?:best|right|safest) (?:quote|answer|choice|option|source|citation))|that i|it's best|it would be best|it is best|this is (?:asking|about))(?! would| am| was| like| love)`,
      `i (?:recall|remember|know|note|see|notice|understand) (?:that )?(?:the|my) (?:rules?|instructions?|prompt|format|user|task|question|tool|system)`,
      `i wonder (?:whether|if|what|which) (?:i|the (?:user|quote|tool|prompt))|i (?:have|'ve got|got) (?:the|all the|some|two|three|four|five|six|several) (?:results?|data|tools?|receipts?|candidates?|scenes? to|files? to|options|lines? to|quotes)`,
      `i (?:don't|do not|didn't) (?:have|see|know|need|get) (?:a |any |the |which |access to |an )?(?:tools?|receipts?|file access|access|instructions?|context|scene is meant|more (?:data|context)|quotes?)`,
      `i (?:misread|misremembered|mixed up|overlooked|skipped|almost forgot|nearly forgot|forgot to)(?= (?:that|the|this|it|to|about|line|one)(?!\\p{L}))`,
      // Mentioning the person who asked, the request, the rules or the answer.
      `(?:the|this|our|my|a) users?(?! (?:of|manual|guide|who|in the story)|-|'s (?:manual|guide))|^users?(?: |'s )(?:wants?|asks?|asked|asking|requests?|query|message|prompt|question|is|needs|said|says|wrote)`,
      `(?:the|this|our) (?:${asker}) (?!asking|wanting|requesting|wondering|given)${asking}|(?:somebody|someone) (?:is asking|asks|wants to know|wants me|wants (?:a |an |some |my )?(?:feedback|opinion|critique|answer|check|comment|view|advice|help))`,
      `(?:they|he|she) (?:want|wants|asked|asks|ask|expects?|are asking|is asking|told|tells?|needs?) (?:me|for (?:a|an|my|one)|(?:a |an |exactly |only |one )*(?:evidence|quote|answer|opinion|summary|critique|reply|response|citation|remark))`,
      `what(?:'s| is) (?:being )?(?:asked|wanted|needed|required|expected|requested|the (?:question|task|user|request|ask))(?! (?:of|that))`,
      `(?:so |now |and |^)(?:the|this|my|our) (?:${taskNoun}) ${taskVerb}`,
      `(?:this|it|that) (?:is|looks like|seems|sounds like|must be|appears to be|seems to be) (?:like |to be )?(?:a|an|another|just a) (?:[a-z]{1,14} )?(?:question|request|task|query|prompt|job)(?= (?:about|for|on|to|regarding|from|that|where)|[.,:;])`,
      `(?:the|my) (?:task|job|objective|goal|assignment|mission)(?: here| now)? (?:is|was|would be) (?:to|simply|just)|(?:the|my) (?:role|instructions?|orders|brief) (?:is|are|here|says?|tells?|means?)`,
      `(?:according to|based on|given|considering|following|per|since|under|from|in|by|within|as per) (?:the|these|my|those) (?:system )?(?:instructions?|prompt|user|request|task|system message|context window|output format|rules i|rules,|guidelines)`,
      `(?:system prompt|system message|context window|chain of thought|tool syntax|word (?:limit|count|budget)|token (?:limit|budget)|output format|under \\d{2,4} words|in \\d{2,4} words or)`,
      `(?:in order )?to (?:answer|respond|reply|determine|decide|find out|address|do (?:this|that|so)|get (?:this|it) right|be (?:sure|safe|certain)|comply|stay grounded|handle this|check this|verify this)[^.!?:]{0,60},? (?:i|we|let|first)`,
      `before (?:i |we )?(?:answer|answering|respond|responding|reply|replying|write|writing|commit|committing|giv(?:e|ing) my|deciding|i decide|i say|anything else,? i)`,
      `(?:here is|here's|this is|below is|what follows is) (?:how i|(?:a [a-z]{1,16} of )?(?:my|the) (?:thought|reasoning|thinking|chain|plan|approach|step|breakdown))|here's what i(?:'ll| will|'m| am| need| have| know)|my (?:thought process|reasoning|thinking|approach|plan|strategy|first (?:instinct|thought|step|idea|move|guess)|gut|inclination|next step)(?: here| is| was| goes| as| would| says|:)`,
      `(?:think|thinking|go|work|analy[sz]e|proceed|walk|take|reason)[^.!?]{0,40} step[ -]by[ -]step|break (?:this|it|that|things) down|one (?:piece|step|thing|scene|file) at a time|step[ -]by[ -]step analysis`,
      `(?:should|do|can|must|am|could|would|shall|may|did|have|which [a-z]{1,12} (?:do|should|can|would)|what (?:do|should|can|would|did)|how (?:do|should|can|would)|where (?:do|should|did)) i (?:${adverbs})(?:${work}|need|have|know|do|take|say|get|even|supposed|go|missing|allowed|see)`,
      `what do we (?:know|have|need)|what (?:would|might|could|should|does) (?:a|an|the|my) (?:good )?(?:${role})(?: [a-z]{1,10})? (?:say|answer|notice|write|think|look|want|care|do)`,
      `which (?:one|quote|line|file|scene|receipt|passage|source|of (?:these|them|the two)) (?:do|should|would|is|fits?|to|shows|supports|works|was|can|best|of)(?=[^.!?]{0,60}(?:\\?|cite|quote|use|best|fits?))`,
      `(?:does|would|do|is|will|can) (?:it|that|this|they|the quote|that line|this line|the line) (?:really |actually |even )?(?:support|match|count|satisfy|prove|enough|need a|fit|hold up|pass|suffice|qualify|answer)(?=[^.!?]{0,60}\\?)`,
      `(?:best|right|strongest|safest|safe|most relevant|obvious|better|good|only) (?:quote|citation|evidence|line to (?:cite|quote|use)|receipt|choice|option|candidate|source|bet|fit|passage)s? (?:would|is|might|could|to|here|for|seems|are|will|may)(?! (?:the author|of the))`,
      `(?:would|might|could|should|may|will|is|'d) (?:probably |perhaps |also )?(?:be )?(?:best|better|safer|wise|wiser|enough|good|simplest|easiest) (?:to|for me to) (?:${work}|say)`,
      `(?:must|should|need|needs|with|exactly one|then|add|give|its|one|without|no|missing) (?:the |its |an |one |a )?(?:evidence line|receipt)|(?:must not|should|whether to|could|to) abstain|abstaining|(?:the check|validator|grader|checker) (?:will|would|might|should|passes|accepts|rejects|wants)`,
      `(?:results?|data|output|scene|file|quote|line|passage) (?:is|are|looks|seems) (?:relevant|what i need|usable|good enough|citable)|candidate (?:lines?|quotes?|passages?)`,
      `(?:double|triple|cross|sanity)[- ]check(?:ing)?`,
      `(?:not|no) (?:sure|idea|clue|certain) (?:if|whether|which|what|how|where) (?:i|the (?:user|quote|context|prompt|tool|line|receipt|file)|that (?:is|counts)|to)|unclear (?:from|in|what|which|whether) (?:the (?:prompt|request|question|context|user|instructions)|is (?:meant|wanted|asked)|i|scene is meant)`,
      `(?:quote|cite|copy|give|write|answer|reply|keep|stay|add|include|use)[^.!?,]{0,40}(?:verbatim|word for word|the receipt|the required format|in character|in my role)`,
    ].map(words => new RegExp(`(?<![\\p{L}\\p{N}'])(?:${words})(?![\\p{L}\\p{N}])`, 'u')),
  )
  .concat(
    [
      // Notes without a subject.
      `^(?:so |now |okay |ok |then |first,? |next,? |just ){0,2}(?:need to|have to|must|should|want to|got to|gotta|now to|time to|going to|trying to|about to|better|best to|remember(?: to|:)|don't forget to|make sure|be sure to|be careful|no need to|try to) (?:not )?(?:first |now |also |just )?(?:${work}|get|be (?:brief|short|easy|simple|straightforward|careful|concise|enough|fine))`,
      `^(?:also |still )?need (?:a|an|one|the|some|exactly|more|another|only|evidence|proof|quote|to)`,
      `^(?:now |just |still |currently |first,? |next,? )?(?:checking|searching|scanning|reading|looking (?:at|for|through|into|up|over)|going (?:through|over|back|with)|reviewing|verifying|analy[sz]ing|comparing|parsing|trying|deciding|considering|weighing|picking|choosing|opening|pulling|writing|drafting|composing|preparing|collecting|gathering|locating|finding|starting|working|processing|fetching|thinking|proceeding|answering|responding|replying|switching|moving|putting together)(?! of| back)(?: (?!(?:is|are|was|were|has|had|does|did|would|will|can|could|may|might|must|should|takes?|shows?|makes?|helps?|gives?|reveals?|feels?|seems?|works?|tells?|brings?|leaves?|suggests?|proves?|costs?|means?|turns?|keeps?|becomes?|explains?|needs?|cannot|adds?|takes)(?![a-z]))[^\\s,:]{1,40}){1,14}(?:[.…]|$)`,
      `^(?:start|begin) (?:with|by) [^.!?]{0,60}then `,
    ].map(words => new RegExp(`${words}(?![\\p{L}\\p{N}])`, 'u')),
  )

const sign = (weight: number, words: string): SentenceSign => ({
  weight,
  // What belongs to something of the story, "the role of the girl", is part of the story.
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}'])(?:${words})(?![\\p{L}\\p{N}]| of (?:the|a|an|this|his|her)(?!\\p{L}))`,
    'u',
  ),
})

/**
 * Each of these alone occurs in honest openings too; several kinds in one sentence hardly ever do. The weights were fitted to
 * the labelled openings and rounded to halves; those below zero belong to sentences about a story.
 */
const weightedSigns: readonly SentenceSign[] = [
  // What an answer is made of, what asks for it, and what it is made with.
  sign(
    2.5,
    'quotes?|quoting|quotations?|citations?|cit(?:e|es|ing)|evidence|proof|receipts?|claims?|sources?|reply|response|critique|remark|feedback|opinion|verbatim|exact words|to the letter|word for word|snippet|excerpt|paraphrase',
  ),
  sign(
    1.5,
    'answer(?:ing)?|respond(?:ing)?|replying|abstain(?:ing)?|phras(?:e|ing)|drafting|comply|verify(?:ing)?|confirm(?:ing)?|double-check(?:ing)?|justify|summari[sz]e|interpret|comment(?:ing)?|conclude',
  ),
  sign(
    2,
    'questions?|requests?|tasks?|query|prompt|instructions?|ask|assignment|requirements?|constraints?|phase|round|role|job|goal|objective|limit|asked|required|needed|format',
  ),
  sign(
    1.5,
    'tools?|tool (?:calls?|results?|output|data|syntax)|results?|output|data|context|files?|notes|chief|agents?|workspace|tokens?|file_[a-z]{1,10}|[a-z]{1,12}_(?:analy[sz]er|checker|validator|router|reader|locator)',
  ),
  sign(
    1,
    'receipts?|evidence line|citations?|cit(?:e|es|ing)|verbatim|system (?:prompt|message)|tool (?:calls?|results?|output|data|syntax)|instructions|abstain(?:ing)?|my role|phase \\d|this round|output format',
  ),
  sign(0.5, '(?:scenes?|lines?) \\d{1,4}|option [ab1-3]|line numbers?'),
  sign(0.5, 'scenes?|lines?|files?|cards?|outline|passage'),
  // Who speaks, what they are about to do, and how sure they are.
  sign(1, "i|i'll|i'm|i'd|i've|me|my|myself|mine"),
  sign(0.5, "we|we're|we've|we'll|us|our|let's"),
  sign(
    0.5,
    "need|needs|should|must|will|i'll|we'll|going to|have to|has to|had better|want|ought|supposed|plan|about to|gonna|shall|let me",
  ),
  sign(
    1,
    'check(?:ing)?|checks out|look(?:s|ing)?|search(?:ing)?|find(?:ing)?|read(?:ing)?|re-?read(?:ing)?|compar(?:e|ing)|pars(?:e|ing)|go(?:ing)? (?:through|over|with|for|back)|pull(?:ing)?|open(?:ing)?|scan(?:ning)?|focus(?:ing)?|start(?:ing)?|begin(?:ning)?|decid(?:e|ing)|pick(?:ing)?|choos(?:e|ing)|select(?:ing)?|assum(?:e|ing)|figur(?:e|ing) out|consider(?:ing)?|ignor(?:e|ing)|keep in mind|remember|forget|locat(?:e|ing)|identify(?:ing)?|determin(?:e|ing)|analy[sz](?:e|ing)|review(?:ing)?|examin(?:e|ing)|evaluat(?:e|ing)|rely|us(?:e|ing)|mention|include|break(?:ing)?|understand(?:ing)?|interpretation|deliberat(?:e|ing)|think(?:ing)?|reason(?:ing)?|weigh(?:ing)?|match(?:es|ing)?|proceed(?:ing)?|handle|approach|angles?',
  ),
  sign(
    1,
    'guess|maybe|perhaps|probably|likely|seems? like|looks? like|sounds like|not sure|unsure|possible|possibly|options?|either|whether|best|safest|safe|better|inclined|leaning|unclear|suppose|wonder|apparently|presumably|alternatively|depends|good enough|candidates?|tempted|instead|two ways|on the other hand',
  ),
  sign(0.5, 'here|this|to go on|for me|above|below|so far|given|provided|returned|sent'),
  sign(1, "so (?:i|i'll|that's|now|the answer|my|it|we|line|scene)"),
  {
    weight: 1.5,
    pattern:
      /^(?:right|so|now|well|okay|ok|alright|good|yep|easy|easy one|tricky|careful|careful here|then|also|not much|hmm+|hm|wait|actually|basically|anyway|sure|got it|understood|great|perfect|fine|first|next|finally|ah|oh|aha|hold on|found it|done|interesting|cool)(?:[.,:;!…—–-]| -|$)/,
  },
  { weight: 1, pattern: /\?/ },
  // Signs of an answer: third persons, words of judgement, and the past tense of having read it.
  sign(-1.5, 'he|she|his|her|him|hers|nobody|somebody|himself|herself'),
  sign(
    -1.5,
    'i (?:found|read|checked|compared|looked|searched|counted|marked|noticed|see no|like|liked|agree|disagree|must disagree|suggest|recommend|would|cannot|could not|miss|find|have (?:one|no|two|nothing)|had|was|trust)|(?:my|the) answer is|let me (?:say|put|know|be)|to answer (?:the|your) question',
  ),
  sign(
    -1.5,
    'works?|holds?|lands?|strong(?:er|est)?|weak|slow|quick|joke|earned|too|stakes|rhythm|pac(?:e|ing)|drags?|sags?|carries|matters|surprised|love|favourite|concern|objection|contradictions?|problem|lovely|reader|beat|image|simile|prose|dialogue|clause|sentence|ending|middle|funny|quiet|plain|convinc(?:ed|ing|es)|story|book|chapter|best (?:line|scene|moment|joke)',
  ),
  { weight: -1, pattern: /^(?:the|a|an|nothing|what|that|there|it)(?!\p{L})/u },
  { weight: -0.5, pattern: /(?<!\p{L})the \p{L}{2,20} of (?!\p{L}{0,3}(?:quote|request|task|prompt|answer))/u },
]
