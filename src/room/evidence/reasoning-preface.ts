/**
 * The reply begins by thinking aloud, or a mark of hidden thinking is left in it. Told by what the first sentences do:
 * they name themselves as thought, speak of the request instead of the text, or say what their author is about to do.
 * `rest` is the reply without its Evidence line, which may ask for something in such words.
 */
export function showsReasoning(prepared: string, rest: string, added: readonly string[]): boolean {
  if (/<\/?think(?:ing)?>|\[\/?(?:think(?:ing)?|thought)\]|<\|channel\|>/i.test(prepared)) return true
  const opening = openingOf(rest)
  if (added.map(straight).some(prefix => prefix.trim() !== '' && opening.startsWith(prefix))) return true
  return opening
    .split(/(?<=[.!?…])\s/)
    .slice(0, 3)
    .some(
      (sentence, at, all) =>
        begins.some(pattern => pattern.test(sentence)) ||
        speaksOfTheTask(sentence) ||
        // A word alone, as "Alright.", is part of what it introduces.
        weightOf(at === 1 && (all[0] ?? '').length < 16 ? `${all[0]} ${sentence}` : sentence) >= enough,
    )
}

/** The beginning of the first line that says something: enough for the sentences that are looked at. */
function openingOf(rest: string): string {
  const line = rest.split(/[\n\r\u2028\u2029]/).find(each => /[\p{L}\p{N}]/u.test(each)) ?? ''
  return straight(line.slice(0, 600).replace(/^[\s*_>#-]+/, '')).trim()
}

function straight(text: string): string {
  return text.replaceAll('’', "'").toLowerCase()
}

/** How much of a sentence is about answering rather than about a text; each sort of word counts once. */
function weightOf(sentence: string): number {
  if (!(ownVoice.test(sentence) || discourse.test(sentence))) return 0
  return signs.reduce((sum, [weight, pattern]) => sum + (pattern.test(sentence) ? weight : 0), 0)
}

const enough = 3

function speaksOfTheTask(sentence: string): boolean {
  return taskTalk.some(pattern => pattern.test(sentence))
}

/** What an answer is made of and asked for with; a reply about a text has no reason to speak of these. */
const asked =
  "users?|user's|queries|query|instructions?|requests?|prompt|tool (?:results?|outputs?|calls?)|output format|my (?:role|task|job|answer|reply|response)"
const answer = 'evidence lines?|receipts?|receipt id|abstain(?:ing|s)?'
/** What somebody does who works on an answer. */
const answering =
  'answer|respond|reply|cite|quote|check|double-check|verify|re-?read|read|look(?: (?:at|for|up|into))?|find|locate|search|scan|review|analy[sz]e|examine|evaluate|determine|identify|interpret|comment|summari[sz]e|figure (?:out|this)|understand|recall|consider|compare|decide|choose|pick|use|include|mention|provide|produce|output|generate|write|draft|craft|compose|format|follow|focus|start|begin|proceed|think|ground|gather|be careful|make sure|keep it|give (?:my|the|a|an|one)|see (?:what|if|whether|how)|go (?:through|over|back)|tackle|abstain|call'
const duty =
  "need to|have to|must|should|ought to|will|shall|am going to|'m going to|'ll|want to|'d better|had better|am supposed to|'m supposed to|am asked to|'m asked to|was asked to|have been asked to|'ve been asked to|can|could|might|am trying to|'m trying to|am about to|first|now"
const adverb = '(?:(?:first|now|then|also|only|just|probably|quickly|carefully|still|simply|next) )?'
const person = '(?:critic|planner|editor|writer|continuity|assistant|chief|librarian|reader|reviewer|ai)'

/** How a sentence begins only if it is thought. */
const begins = [
  // A label: thoughts, plans and drafts announce themselves.
  /^[([]?(?:my |response |reply |answer )?(?:internal |inner )?(?:thoughts?|thinking|reasoning|rationale|chain[ -]of[ -]thought|monologue|scratch ?pad|thinking out loud|(?:thinking|reasoning) step \d{1,2}|note to self|notes? to myself|self-check|self-reflection|planning|plan|goals?|constraints?|approach|strategy|outline of my answer|output format|format|requirements?)(?: process| through this| about (?:the|this) (?:request|task|question))?[*_]{0,2}(?:\s?[:\])…—–]|\.{2,3}|$)/,
  /^internal (?:note|thought|monologue|reasoning)/,
  /^(?:draft|possible|final|tentative|initial) (?:answer|reply|response|thoughts?)|^draft:|^(?:key )?points to (?:cover|make)|^key points to/,
  /^step (?:1|one)\s?[:.)—–-]/,
  /^\(?(?:thinks|thinking|pauses|ponders)[*_)]/,
  /^(?:hmm+|hm|uh|um|er)[,.…!—–-]/,
  /^(?:okay|ok|alright|all right)(?:[.:!…—–]|,(?! but))/,
  /^(?:internal|possible (?:issues|points|answers|quotes|claims)(?: to [a-z]{1,12})?|as requested)\s?[:,]/,
  /^(?:reply|answer|response) (?:should|must|needs|has to)(?!\p{L})/u,
  /^(?:writing|drafting|composing|preparing|giving) (?:the|my|a) (?:response|reply|answer|final)/,
  /^one moment[,.…]/,
  /^wait(?:,|\.|…|!| -| —| –)/,
  /^(?:okay|ok|alright|all right|right|so|well|sure|got it|understood|great|good|actually|now)(?:[,.…!—–-]{1,3}| so)? ?(?:so |now |then |well )?(?:let me|let's|i (?:need|have|should|must|will|want|was|am|think|can|could)|i'll|i'm|i've|we (?:need|have|should|must|are|will)|we're|the (?:user|question|task|request|prompt)|first i|first,? (?:i|let)|time to|what do (?:i|we)|this is a (?:question|request|task)|now,? (?:which|what|how))(?!\p{L})/u,
  /^(?:assistant ?)?analysis(?! of)(?!\p{L}).{0,60}(?<!\p{L})(?:user|we|i)(?!\p{L})/u,
  /^assistant ?(?:analysis|commentary|final)/,
  /^first,? (?:i|i'll|i'm|let me|let's|we (?:need|have|must|should|will))(?!\p{L})/u,
  new RegExp(
    `^(?:need to|must|should|have to|want to|let's|let me|now to|time to|going to) ${adverb}(?:${answering}|see|break|go)(?!\\p{L})`,
    'u',
  ),
  /^(?:proceeding|answering|responding|replying|speaking|acting) (?:to|as|now|from)(?!\p{L})/u,
  /^(?:checking|searching|scanning|reading|looking|reviewing|verifying|analy[sz]ing)[^.!?…]{0,60}(?:…|\.\.\.)/u,
]

/** What is said to oneself about the request, the rules or the answer, wherever in the first sentences it stands. */
const taskTalk = [
  `(?:the|this|a) user(?! (?:of|manual)|-)|user(?:'s)? (?:wants?|asks?|asked|requests?|query|message|prompt|question)`,
  `i(?:'m| am)? ?(?:${duty}) (?:to )?${adverb}(?:${answering})`,
  `i(?:'ll|'d better|'m going to) ${adverb}(?:${answering})`,
  `let (?:me|us) ${adverb}(?!be |say |tell |put it|add )[a-z]{2,20}`,
  `we(?: are|'re)? ?(?:need to|have to|must|should|will|can|asked to|supposed to) ${adverb}(?:answer|respond|reply|cite|quote|check|verify|find|locate|produce|output|provide|include|interpret|comment|abstain|write|be careful to|determine|identify|analy[sz]e|look (?:at|for|up))`,
  `we(?: are|'re) (?:asked|given|told|supposed)|we have the following`,
  `i (?:was|am|have been|'ve been|were) (?:asked|given|told|supposed|tasked)|i'm (?:asked|given|told|supposed|tasked|the [a-z]{1,20} agent|thinking|wondering|trying)|i am (?:thinking|wondering|trying)`,
  `i (?:recall|remember|know|note|see) that the (?:rules?|instructions?|prompt|format)|i wonder (?:whether|if) i|i think i (?:should|need|will|can|must)|i (?:have|'ve got) the (?:results|data|tool)`,
  `(?:should|do|can|must|am|could|which [a-z]{1,12} (?:do|should|can)|what do) i(?: (?:abstain|need|cite|quote|answer|use|include|have|mention|know|do|pick|choose))`,
  `what do we (?:know|have)|what is being asked`,
  `(?:my|the) (?:task|job|objective) (?:is|here is) to|my role (?:is|here|as)|given my role|as an ai`,
  `the (?:question|prompt|request|task|query) (?:is (?:asking|about)|asks|says|wants|requires)|this is a (?:request|question|task) (?:about|for|on)`,
  `the (?:instructions?|rules|format) (?:says?|asks?|requires?|states?|tells?|forbids?|demands?|wants?)`,
  `the (?:assistant|answer|reply|response) (?:should|must|needs to|has to)`,
  `(?:best|right|strongest|most relevant) (?:quote|citation|evidence|line to cite|receipt) (?:would|is|might|could|to)|cite the (?:right|receipt)`,
  `(?:according to|based on|given|considering|following|per|since) (?:the|these|my) (?:instructions?|prompt|user|request|task|rules)`,
  `(?:in order )?to (?:answer|respond|reply|determine|decide|find out|address)[^.!?:]{0,60}, (?:i|we|let)`,
  `before (?:i )?(?:answer|answering|respond|responding|reply|replying|writing|i write)`,
  `(?:here is|here's|this is) (?:a [a-z]{1,16} of )?(?:my|the) (?:thought|reasoning|thinking|chain|plan|approach)|my (?:thought process|reasoning|thinking) (?:is|goes|as)`,
  `(?:think|thinking|go|work|analy[sz]e|proceed)[^.!?]{0,40} step[ -]by[ -]step|break (?:this|it|that) down|one (?:piece|step) at a time`,
  `(?:next|then|now),? (?:i|let me|we) (?:will|need|have to|must|should|write|can)`,
  `(?:as|being|since i'm|since i am|as i am) (?:the|a|an) ${person},? (?:i|we) (?:need|have to|should|must)`,
  `(?:${answer})(?=[^.!?]{0,80}(?:must|should|needs?|has to|contain|required|right|wrong|exactly))|(?:must|should|need|needs|with|exactly one|then|the|its|one|without) (?:the |its |an |one |a )?(?:evidence line|receipt)|(?:must not|should|whether to|could) abstain`,
  `(?:${asked})(?=[^.!?]{0,80}(?:i (?:need|should|must|have|will)|relevant|required|so i|we (?:need|should)))`,
  `(?:results?|data|output) (?:is|are) relevant`,
].map(words => new RegExp(`(?<![\\p{L}\\p{N}'])(?:${words})(?![\\p{L}\\p{N}])`, 'u'))

const sign = (weight: number, words: string): [number, RegExp] => [
  weight,
  // What belongs to something of the story, "the role of the girl", is part of the story.
  new RegExp(`(?<![\\p{L}\\p{N}'])(?:${words})(?![\\p{L}\\p{N}]| of (?:the|a|wren|this)(?!\\p{L}))`, 'u'),
]

/** Alone each of these stands in honest openings too; several sorts in one sentence hardly ever do. */
const signs = [
  sign(2, "quotes?|quoting|cite|cites|citing|citation|receipts?|evidence line|prompt|instructions?|user's?"),
  sign(
    1,
    'requests?|task|role|format|repl(?:y|ies|ying)|respon(?:d|se|ding)|answer(?:ing)?|critique|comply|remark|abstain(?:ing)?',
  ),
  sign(1, 'tools?|results|output|data|file_[a-z]{1,10}|[a-z]{1,12}_(?:analy[sz]er|checker|validator|router)'),
  sign(1, "i|i'll|i'm|i'd|i've|we|we're|me|my|us|our"),
  sign(
    1,
    "need|needs|should|must|will|i'll|going to|have to|has to|want to|plan|let me|let us|let's|requires?|supposed|before|first|which (?:one|quote|line|file)",
  ),
  sign(1, 'okay|ok|alright|hmm+|wait|sure|understood|one moment|now|so|let me see'),
  sign(1, 'critic|planner|editor|continuity|librarian|chief|assistant'),
  sign(1, 'thinking|reasoning|planning|checking|answering|responding|verifying|double-checking|considering'),
]

const ownVoice =
  /(?<![\p{L}\p{N}'])(?:i|i'll|i'm|i'd|i've|we|we're|me|my|us|our|quotes?|cite|citing|receipts?|evidence|prompt)(?![\p{L}\p{N}])/u
const discourse = /^(?:now|so|right|well|sure|understood),/
