/**
 * The reply begins by thinking aloud, or a mark of hidden thinking is left in it. Told by what the first sentences do:
 * they name themselves as thought, speak of the request instead of the text, or say what their author is about to do.
 * `rest` is the reply without its Evidence line, which may ask for something in such words.
 */
export function showsReasoning(prepared: string, rest: string, added: readonly string[]): boolean {
  if (/<\/?think(?:ing)?>|\[\/?(?:think(?:ing)?|thought)\]|<\|channel\|>/i.test(prepared)) return true
  const opening = openingOf(rest)
  if (added.map(straight).some(prefix => prefix.trim() !== '' && opening.startsWith(prefix))) return true
  const [first = '', ...others] = opening.split(/(?<=[.!?…])\s/).slice(0, 3)
  return begins.some(pattern => pattern.test(first)) || [first, ...others].some(speaksOfTheTask)
}

/** The beginning of the first line that says something: enough for the sentences that are looked at. */
function openingOf(rest: string): string {
  const line = rest.split(/[\n\r\u2028\u2029]/).find(each => /[\p{L}\p{N}]/u.test(each)) ?? ''
  return straight(line.slice(0, 600).replace(/^[\s*_>#-]+/, '')).trim()
}

function straight(text: string): string {
  return text.replaceAll('’', "'").toLowerCase()
}

function speaksOfTheTask(sentence: string): boolean {
  return taskTalk.some(pattern => pattern.test(sentence))
}

/** What somebody does who works on an answer, and nobody in a story review recommends to others. */
const answering =
  'find|check|look|read|re-?read|locate|cite|quote|answer|respond|reply|write|produce|output|verify|identify|analy[sz]e|determine|interpret|comment|abstain|summari[sz]e|search|scan|evaluate|draft|craft|compose|figure out|recall|double-check'
/** The same for somebody who speaks of himself only; for "we" these could be advice. */
const ownAnswering = `${answering}|provide|include|mention|choose|pick|decide|consider|examine|compare|review|use|focus|be careful|make sure|start|think|give|generate|call|follow|format|gather|keep it|see (?:what|if|whether)|go (?:through|over)|now|only`
const adverb = '(?:(?:first|now|then|also|only|just|probably|quickly|carefully|still) )?'
const person = '(?:critic|planner|editor|writer|continuity|assistant|chief|librarian|reader|reviewer)'

/** How a first sentence may begin only if it is thought. */
const begins = [
  /^(?:my )?(?:thoughts?|thinking|reasoning|chain[ -]of[ -]thought|(?:internal )?monologue|scratch ?pad|thought process|note to self|self-check)(?: process)?(?: about the (?:request|task|question))?(?:[*_]{0,2})(?:\s?[:.…—–-]|$)/,
  /^(?:plan|goals?|constraints?|task|draft(?: (?:answer|reply|response))?|possible (?:answer|reply|response)|final (?:answer|reply|response)|(?:key )?points to (?:cover|make)|key points)(?: to cover)?(?: below)?[*_]{0,2}(?:\s?:|\.$|$)/,
  /^step (?:1|one)\s?[:.)—–-]/,
  /^\(?(?:thinks|thinking|pauses|ponders)[*_)]/,
  /^(?:hmm+|hm|wait|okay|ok|alright|all right|uh|um)(?:[,.…!—–]| so(?![\p{L}]))/u,
  /^(?:assistant ?)?analysis(?! of)(?![\p{L}]).{0,60}(?<!\p{L})(?:user|we|i)(?!\p{L})/u,
  /^assistant ?(?:analysis|commentary|final)/,
  /^(?:need|must|should|have to|want) (?:to )?(?:find|cite|include|use|check|answer|quote|verify|mention|keep|produce|write|respond|look)(?!\p{L})/u,
  /^(?:the )?users? (?:asks?|asked|wants?|wanted|is asking|requests?|requested|needs|would like|said|says|gave|provided)(?!\p{L})/u,
  /^first,? (?:i|i'll|i'm|let me|let's|we (?:need|have|must|should|will))(?!\p{L})/u,
  /^let's (?:see|start|begin|look|think|break|analy[sz]e|consider|craft|check|find|go|examine|review|draft|write|recall|go)(?!\p{L})/u,
]

/** What is said to oneself about the request, the rules or the answer, wherever in the first sentences it stands. */
const taskTalk = [
  `let me (?:first |just |quickly |now )?(?:think|see|check|look|recall|re-?read|read|break|draft|go|start|begin|analy[sz]e|consider|find|verify|review|figure|examine|try)`,
  `i(?:'m| am)? ?(?:need to|have to|must|should|will|'ll|shall|going to|supposed to|asked to|can|could|want to|ought to|might|am going to|am supposed to|am asked to) ${adverb}(?:${ownAnswering})`,
  `i'll ${adverb}(?:${ownAnswering})`,
  `(?:we|we're|we are) ?(?:need to|have to|must|should|will|can|asked to|supposed to|given|are asked|are given|are supposed to) ${adverb}(?:${answering}|a (?:scene|file|list|prompt|task))`,
  `i(?:'m| am) (?:thinking|wondering|trying|asked|supposed)`,
  `i wonder (?:whether|if) i|i think i (?:should|need|will|can|must)|i (?:have|'ve got) the (?:results|data|tool)`,
  `(?:should|do|can|must|am|could) i (?:abstain|need|cite|quote|answer|use|include|have|supposed|mention)|which (?:one|line|quote|file|receipt) (?:do|should|can) i`,
  `what (?:does|did) the user|what do (?:we|i) (?:know|have)|what (?:is|am) (?:being asked|i asked)`,
  `the user (?:asks?|asked|wants?|wanted|is asking|requests?|needs|would like|gave|provided|says|said|mentions|mentioned)|(?:the )?user(?:'s)? (?:request|message|query|prompt|question)`,
  `(?:my|the) (?:task|job|role here|objective|goal here) (?:is|here is) to`,
  `the (?:question|prompt|request|task) (?:is asking|asks|says|wants|requires)|the instructions? (?:says?|asks?|requires?|states?|tells?|are|is) (?:to|that|me|i)|the instructions? say`,
  `the (?:assistant|answer|reply|response|evidence line) (?:should|must|needs to|has to)`,
  `the (?:best|right|strongest|most relevant) (?:quote|citation|evidence|line to cite) (?:would|is|might|could|to)`,
  `(?:according to|based on|given|considering|following|per) (?:the|these|my) (?:instructions?|prompt|user|request|task|rules)`,
  `(?:in order )?to (?:answer|respond|reply)(?: to)?(?: this| that| the \\p{L}{1,12})?,? (?:i|we|let)`,
  `before (?:i )?(?:answer|answering|respond|responding|reply|replying|writing|i write)`,
  `(?:here is|here's|this is) (?:my|the) (?:thought|reasoning|thinking|chain|plan)|my (?:thought process|reasoning|thinking) (?:is|goes|as)`,
  `step[ -]by[ -]step|break (?:this|it|that) down`,
  `(?:next|then|now),? (?:i|let me|we) (?:will|need|have to|must|should|write|can)`,
  `we have the following (?:data|results|files|information)|(?:as|being|since i'm|since i am|as i am) (?:the|a|an) ${person},? (?:i|we) (?:need|have to|should|must)`,
].map(words => new RegExp(`(?<![\\p{L}\\p{N}'])(?:${words})(?![\\p{L}\\p{N}])`, 'u'))
