import { trimEndOf } from '../../kernel/text.ts'
import { capitalize } from '../../kernel/words.ts'
import { plainText, sentencesOf } from '../extract/closing.ts'
import { oneLine } from '../extract/text.ts'
import { courtesies, isPolite, polite } from './courtesy.ts'
import { elsewhere, withoutCourtesyElsewhere } from './languages.ts'
import { tellingIn, tellingWords } from './node.ts'
import { isPasted, spokenLines, unfinished } from './spoken-lines.ts'
import { askedWhy, isVague, refersBack } from './vague-requests.ts'

/** What a message asks for, in the words of a list of work: “can you add a test for X?” becomes “Add a test for X”. */
export interface Ask {
  text: string
  /** The sentence as it was said; only this may be shown as a quotation. */
  said: string
  /** It asks for work, not for an answer. */
  isRequest: boolean
  /** It asks that something be looked at or explained. */
  isLook: boolean
  /** It says by itself what it is about, without “this” or “number 2”. */
  isWhole: boolean
}

/** The sentence of a message that says what is wanted, the first that names what was delivered, else the first; null where it holds none: an answer, a paste, a command. */
export function askIn(message: string, delivered: readonly string[] = []): Ask | null {
  const asks = asksIn(message)
  const requests = asks.filter(({ isRequest }) => isRequest)
  const [first] = requests
  const whole = mostAbout(
    requests.filter(({ isWhole }) => isWhole),
    delivered,
  )
  return whole ?? (first && explained(first, asks)) ?? first ?? asks[0] ?? null
}

/** The first request, unless another one says more of what was delivered, given as its telling words. */
function mostAbout(requests: readonly Ask[], delivered: readonly string[]): Ask | undefined {
  const shared = requests.map(({ text }) => tellingIn([text]).filter(word => delivered.includes(word)).length)
  const most = Math.max(0, ...shared)
  // A word may be shared by chance.
  return most < 2 ? requests[0] : requests[shared.indexOf(most)]
}

/** `/plan-phase 12` asks for what the command is named after, where nothing else is said: “Plan phase 12”. */
function commandIn(message: string): Ask[] {
  const [said = '', name = '', argument = ''] = command.exec(message.trim()) ?? []
  const words = name.split(/[-_.]/)
  // What only asks for the state of the work does not name it.
  if (words.filter(word => /\p{L}{2}/u.test(word)).length < 2 || /^(?:help|status|progress)$/i.test(words.at(-1) ?? ''))
    return []
  const text = capitalize([...words, ...(argument === '' ? [] : [argument])].join(' '))
  const isLook = looks.test(text)
  return [{ text, said, isRequest: !isLook, isLook, isWhole: true }]
}

const command = /^\/(?:[\w.]{1,40}:)?([\w.-]{3,60})(?: (#?[\w.-]{1,20}))?$/

/** “Fix the local branch? I resolved the conflict wrong”: what is wrong completes a request of a few words. */
function explained(request: Ask, asks: readonly Ask[]): Ask | undefined {
  const reason = asks.find(({ isRequest, isLook, isWhole, text }) => {
    return !isRequest && !isLook && isWhole && tellingWords(text) >= 2
  })
  if (!reason) return undefined
  if (askedWhy.test(request.text)) return { ...reason, isRequest: true }
  if (tellingWords(request.text) >= 2 || refersBack(request.text)) return undefined
  return { ...request, text: `${request.text}: ${reason.text}`, isWhole: true }
}

/** What a message proposes, as a request: “what if we keep both sessions?” becomes “Keep both sessions”. */
export function proposalIn(message: string): Ask | null {
  if (/^\s*<[a-z]/.test(message)) return null
  const sentences = spokenLines(message).flatMap(({ text, isOwn }) => (isOwn ? sentencesOf(text) : []))
  for (const sentence of sentences) {
    const [words] = proposal.exec(sentence) ?? []
    const at = words === undefined ? -1 : sentence.indexOf(words)
    const ask = words === undefined ? null : askOfClause(`please ${sentence.slice(at + words.length)}`, true)
    if (ask?.isRequest && ask.isWhole) return { ...ask, said: trimEndOf(sentence, ' .,;:') }
  }
  return null
}

const proposal =
  /(?:^|[,;:–—] |\b(?:and|but|so|then|maybe|ok|okay|hm+) )(?:what if we|how about (?:if )?we|how (?:can|could|do|would|should) (?:i|we)|how (?:hard|difficult|easy) (?:would|is) it (?:be )?to|should(?:n['’]t)? we|shall we|(?:could|can|would)n['’]t we|(?:could|can) we not|(?:could|can) we|would(?:n['’]t)? it be (?:better|easier|nicer|possible) to|(?:does|would)(?:n['’]t)? it make (?:more )?sense to|if (?:we (?:should|could)|it makes sense to))(?: just| simply| also| maybe| not)* (?=\p{L})/iu

/** The words by which a message asks for work, as they were written; null where it does not, or says too little of it. */
export function requestIn(message: string): string | null {
  const isTold = ({ isRequest, isWhole, said }: Ask) => isRequest && (isWhole || tellingWords(said) >= 2)
  const all = asksIn(message)
  const asks = all.filter(isTold)
  if (!asks.some(({ isWhole }) => isWhole)) {
    const whole = wholeMessage(message, all)
    if (whole !== null) return whole
  }
  // “What I want is:” goes on in a list.
  return (asks.find(({ said }) => !unfinished.test(said)) ?? asks[0])?.said ?? null
}

/** Whether a message asks for work that can be understood by itself. */
export function hasWholeRequest(message: string): boolean {
  const asks = asksIn(message)
  return asks.some(({ isRequest, isWhole }) => isRequest && isWhole) || wholeMessage(message, asks) !== null
}

/** “The export lost its header. Can you put it back?”: all of a short message, where its request is about its first words. */
function wholeMessage(message: string, [first]: readonly Ask[]): string | null {
  const line = withoutAddress(message.trim())
  if (line.length > longestWhole || line.includes('\n') || isPasted(line)) return null
  const isExplained =
    first !== undefined && !first.isRequest && !first.isLook && first.isWhole && tellingWords(first.said) >= 2
  const [last = '', ...before] = sentencesOf(line).reverse()
  return isExplained && before.length > 0 && isPolite(last) ? trimEndOf(oneLine(line), ' .,;:') : null
}

/** Without the address that it may end with. */
function withoutAddress(text: string): string {
  const at = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n'))
  return at > 0 && /^https?:\/\//.test(text.slice(at + 1)) ? text.slice(0, at).trimEnd() : text
}

/** So much can be quoted in the sentence of an item. */
const longestWhole = 110

/** The words by which a message wants something looked at or done, or says what is wrong, however little they say. */
export function wishIn(message: string): Pick<Ask, 'said' | 'isLook'> | null {
  const asks = asksIn(message)
  const wish = asks.find(({ said }) => tellingWords(said) >= 2) ?? asks[0]
  return wish ? { said: wish.said, isLook: wish.isLook || wish.isRequest || isPolite(wish.said) } : null
}

export function isQuestion(words: string): boolean {
  return /[?？؟]["'”’)\s]*$/.test(words) || isInquiry(words)
}

/** Whether the words ask for an answer, not for work: “is it …”, “why does …”. */
export function isInquiry(words: string): boolean {
  return inquiry.test(words) || elsewhere.inquiry.test(words)
}

function asksIn(message: string): Ask[] {
  // What begins with a tag was written by a program.
  if (/^\s*<[a-z]/.test(message)) return []
  const asks = spokenLines(message).flatMap(({ text, isOwn }) =>
    sentencesOf(text).flatMap(sentence => {
      const ask = askOf(sentence, isOwn)
      // “Changed files (you may read any other):” is the label of what follows.
      const isLabel = /[:：]$/.test(sentence) && ask !== null && !ask.isRequest && !ask.isLook
      return ask === null || isLabel ? [] : [ask]
    }),
  )
  return [...documentIn(message), ...commandIn(message), ...asks]
}

/** A message that is a whole document is about what its heading says. */
function documentIn(message: string): Ask[] {
  const heading = message.length >= shortestDocument ? /^\s{0,9}# +([^\n]{1,200})/.exec(message)?.[1] : undefined
  const said = plainText(heading ?? '')
  const text = said.replace(/^(?:task|goal|feature|request|ticket|issue) ?[:–—-] /i, '')
  const isTold = tellingWords(text) >= 3 && !isPasted(said)
  return isTold ? [{ text: capitalize(text), said, isRequest: true, isLook: false, isWhole: true }] : []
}

const shortestDocument = 400

/** “Yes and yes” answers something that is not in the day. */
export function isAssent(message: string): boolean {
  const words =
    message
      .slice(0, 80)
      .toLowerCase()
      .match(/[\p{L}\p{M}'’]+/gu) ?? []
  return words.length > 0 && words.every(word => assents.has(word))
}

const assents = new Set(
  'yes yeah yep no nope ok okay sure please and do it go ahead both thanks ja nein bitte und oui non et sí si y sim não e sì да нет и'.split(
    ' ',
  ),
)

/** The first sentence a person wrote, as it is; null where a program wrote it or only a command was given. */
export function firstWordsOf(message: string): string | null {
  if (/^\s*<[a-z]/.test(message)) return null
  const lines = spokenLines(message)
  // “When running:” introduces a paste.
  const first = lines.find(({ text }) => !/^(?:\S+ ){0,2}\S+:$/.test(text)) ?? lines[0]
  const words = first ? (sentencesOf(first.text)[0] ?? '') : ''
  return isSpoken(words) && !brokenOff.test(words) ? words : null
}

/** “What does the”, where a paste follows. */
const brokenOff =
  /^(?:\S+ ){1,3}(?:the|a|an|of|or|and)$|\b(?:at|into|this|these|following|with|from|about|of|to|for)? ?:$/i

/** More than a mark or a name: two words, or some characters of a script that writes none apart. */
function isSpoken(words: string): boolean {
  return (
    words.split(' ').filter(word => /\p{L}/u.test(word)).length >= 2 ||
    ((words.match(/\p{L}/gu)?.length ?? 0) >= 4 && !/[=_<>{}]/.test(words))
  )
}

/** “When the token has expired, the page stays blank” tells what is wrong. */
const condition =
  /^when(?:ever)? (?!(?:is|are|do|does|did|will|would|should|can|could|was|were|has|have|to)\b)[^,?]{5,120}, (?!(?:how|what|which|who|where|why|when)\b)\p{L}/iu

/** A question for an answer. */
const inquiry =
  /^(?:what|which|who|whose|where|when|why|how|is|are|was|were|do|does|did|has|have|had|should|shall|am|isn['’]t|aren['’]t|don['’]t|doesn['’]t|can (?:it|this|that|there)|could (?:it|this|that|there)|would (?:it|this|that|there))\b/i

const looks =
  /^(?:take (?:a|another) look|have (?:a|another) look|check|look|explain|tell|show (?:me|us|the (?:diff|output|code|changes?|files?|logs?))|describe|review|compare|consider|analy[sz]e|investigate|find|figure out|brainstorm|recheck|double check|understand|summari[sz]e|list|see|verify|give|propose|suggest|recommend|print|write down|(?:generate|create|write|draft|make|prepare|come up with)(?: (?:me|us|an?|the|full|short|quick|new))* (?:(?:pr|pull request) )?(?:summary|overview|description|commit message|plan|report|proposal|diagram|example)s?|read\b.{0,40}(?:\b(?:file|docs?|document|readme|spec|issue|ticket|plan|code|thread)|\.(?:md|txt|pdf)))\b/i

/** Sentences that say nothing without what they follow. */
const bare =
  /^(?:find out|look into (?:it|this|that)|dig in)(?: (?:please|first|yet|now))?$|^find out[,;]|^(?:please )?(?:do not|don['’]?t) (?:change|touch|edit|modify|commit|push|do) (?:any|a |it|this|that)|^(?:do not|don['’]?t) (?:worry|bother|forget|hesitate|mind|think|want|like|need|care|know|understand|see)\b|^(?:ultrathink|think (?:hard|harder|deeply|again)|do (?:it|that|this|so)|fix (?:it|this|that|them|both|all)|commit|push|merge|continue|go on|proceed|try again|again|it|this|that|them|these|those|the same|test it|run it|implement (?:it|this|that)|add (?:it|that|them)|yes|no|option|start|stop|undo|revert)\b.{0,24}$|^\p{L}+ or \p{L}+$/iu

/** A command for the shell, not for the agent. */
const commandLine =
  /^(?:git|gh|npx|pnpm|kubectl)(?: [\w@.:/=-]+){1,5}$|^(?:\p{L}+: |\$ |sudo )?(?:rm|git|cd|ls|npm|npx|pnpm|yarn|go|mise|docker|kubectl|curl|cargo|mix|python3?|pip|node|cat|grep|sed|mkdir|cp|mv|chmod|brew|bundle)\b[^.!?]* -{1,2}[a-z]/iu

/** What may be pasted counts only where it is surely meant for the agent. */
function askOf(sentence: string, isOwn: boolean): Ask | null {
  const clause = sentence.search(laterRequest)
  if (
    clause <= 0 ||
    polite.test(courtesies.reduce((text, each) => (polite.test(text) ? text : text.replace(each, '')), sentence))
  )
    return askOfClause(sentence, isOwn)
  const ask = askOfClause(sentence.slice(clause), isOwn)
  if (ask?.isRequest && ask.isWhole && tellingWords(ask.text) >= 2) return ask
  // “… fails, can you take a look?”: what is meant comes before.
  return {
    text: capitalize(sentence),
    said: trimEndOf(sentence, ' .,;:'),
    isRequest: true,
    isLook: false,
    isWhole: false,
  }
}

/** A request that comes after something else in its sentence. */
const laterRequest =
  /(?<=[\p{L}"'”)\]`,;:–—-] )(?<!\brelease )(?:(?:can|could|would|will) (?:you|we|u)|please|let['’]?s|we (?:should|need to)) (?=\p{L})/iu

function askOfClause(sentence: string, isOwn: boolean): Ask | null {
  let text = sentence.replace(/^(?:\d{1,2}[.)]|[A-Z][A-Z\d]{1,9}-\d{1,6}:) +(?=\p{L})/u, '').replace(label, '')
  let isCourteous = false
  for (let before = ''; before !== text; ) {
    before = text
    isCourteous ||= isPolite(text)
    for (const courtesy of courtesies) text = text.replace(courtesy, '')
    text = withoutCourtesyElsewhere(text)
  }
  const isSeen = observed.test(text)
  text = trimEndOf(text.replace(observed, '').replace(/^[\s:;,–—-]+/, ''), ending)
    .replace(/^(\p{L}+) (?:me|us) (?=an?\b|the\b)/iu, '$1 ')
    .replace(/,? (?:please|thanks|too|now|then|right|ok)$/i, '')
  const words = text.split(' ').length
  const isAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{4}/u.test(text)
  const isEnough = words >= 3 || isAsian || (words === 2 && shortRequest.test(text))
  if (!isEnough || bare.test(text) || elsewhere.bare.test(text)) return null
  // An example, or what an agent announced, which was pasted.
  if (/^(?:i\.e\.|e\.g\.|for example\b|let me (?!know\b))/i.test(text)) return null
  // “Can we have totals” and “do the totals first” begin like questions.
  const isWish = /^(?:have|do)\b/i.test(text) && (isCourteous || (/^do the\b/i.test(text) && !/\?\s*$/.test(sentence)))
  if (
    (inquiry.test(text) && !isWish && !(condition.test(text) && !/\?\s*$/.test(sentence))) ||
    elsewhere.inquiry.test(text) ||
    commandLine.test(text)
  )
    return null
  const isQuestion = /[?？]\s*$/.test(sentence) && !isCourteous
  // What is in brackets is said by the way.
  if (isQuestion || /^[([]/.test(text)) return null
  const isLook = looks.test(text) || elsewhere.looks.test(text)
  // Below a paste only what begins like a request is one.
  if (!isOwn && !isPolite(sentence)) return null
  return {
    text: capitalize(text),
    said: trimEndOf(sentence, ' .,;:'),
    isRequest:
      (isCourteous
        ? !hasSubject(text)
        : isImperative(text) && !elsewhere.statement.test(text) && !stepsTaken.test(text) && !told.test(text)) &&
      !isLook &&
      !isSeen,
    isLook,
    isWhole:
      !isVague(withoutQuotations(text)) &&
      !isUnfinished(text) &&
      // What was quoted at length is left out.
      !/(?:^| )…(?: |$)/.test(text) &&
      // Few characters of a script without spaces are like “split it”.
      (!isAsian || words > 2 || elsewhere.longEnough.test(text)) &&
      (tellingWords(text) >= 1 || words === 2),
  }
}

/** “Merged the export”, “worked with tabs”: a report of finished work is not a request. */
const told =
  /^(?!(?:(?:un)?embed|feed|heed|need|proceed|exceed|succeed|seed|reseed|speed|shed|weed|bleed|breed|wed)\b)[a-z]{2,20}ed\b(?!-)/i

/** “First problem: the export hangs.” */
const label =
  /^(?:(?:the |an? )?(?:first|second|third|next|last|other|another|new|small|main) )?(?:problem|issue|bug|task|request|todo|feature request|bug report|scope|goal|objective) ?: +(?=\p{L})/iu

/** “I noticed that the export hangs” and “I am having problems with the export” tell what is wrong. */
const observed =
  /^(?:i|we)(?:['’](?:ve|m|re)| have| am| are)?(?: just| also| now| still| currently)* (?:(?:noticed|reali[sz]ed|found out|discovered|observed)(?: that)? (?=\p{L}+ \p{L})|(?:having|facing|seeing|getting|running into|hitting) (?=(?:some |a few |many )?(?:problems?|issues?|troubles?)\b))/iu

/** Two words are enough for “release 2.4.0” or “rename Ledger”. */
const shortRequest =
  /^(?:release|deploy|publish|ship|upgrade|update|bump|rename|remove|delete|drop|add|install|migrate|refactor|translate|document|rewrite|simplify|implement|enable|disable|optimi[sz]e) (?!(?:it|this|that|them|these|those|both|all|one|more|again|now|please|everything|something|tests?|docs?)$)\S{2}/i

/** A sentence that begins with what is to be done: neither with who or what, nor with when, and without a statement. */
function isImperative(text: string): boolean {
  const words = withoutQuotations(text).toLowerCase().split(' ').slice(0, 9)
  return (
    !hasSubject(text) &&
    !nameOfCode.test(text.split(' ')[0] ?? '') &&
    !/^(?:[@~./\\]|\S*\/)/.test(text) &&
    !addressed.test(text) &&
    !pluralNoun.test(words[0] ?? '') &&
    !words.slice(1).some(word => finite.has(word.replace(/[^\p{L}'’]/gu, '')))
  )
}

/** “Pilot, you collected the records”: the words after a name say who does something. */
const addressed = /^\p{L}+, (?:you|we|i|it|they|he|she|the|this|that|there)\b/iu

/** What is quoted is about the words themselves. */
function withoutQuotations(text: string): string {
  return text.replace(/"[^"]+"|“[^“”]+”/g, '“…”')
}

/** `parseRow()`, `ParsedRow`. */
export const nameOfCode = /\w\(\)|\p{Ll}\p{Lu}|(?:^| )\*\p{L}/u

/** “Customers get two mails” says who; verbs in their plain form end so only as in “process”, “focus” or “alias”. */
const pluralNoun = /^\p{L}{2,}[^\P{L}suai]s$/u

function hasSubject(text: string): boolean {
  const [first = ''] = text.toLowerCase().split(' ')
  return subjects.has(first.replace(/[^\p{L}'’]/gu, '')) || first.endsWith('ing')
}

/** “Set up a folder -> failed, ran init, and now I get”: what somebody did and saw. */
const stepsTaken = / (?:->|=>|→) \S|\band now (?:i|we|it)(?: only| just)? (?:get|see|have|fails?|says?|shows?)\b/i

export function isUnfinished(text: string): boolean {
  const quotes = text.match(/"/g)?.length ?? 0
  const colon = text.indexOf(': ')
  return unfinished.test(text) || quotes % 2 === 1 || (colon > 0 && unfinished.test(text.slice(0, colon)))
}

const subjects = new Set(
  [
    'the a an i we you it this that these those there my our your their his her its one two some any all both each',
    'when once if as after before while since because in on at for with from to of by not no only even like than so but and or',
    'every everything nothing something another other more most still already again maybe perhaps',
    'heres im ive youre theyre dont doesnt didnt isnt arent wont cant thats theres whats',
    "i'm i’m i've i’ve i'd i’d i'll i’ll it's it’s that's that’s we're we’re we've we’ve we'll we’ll you're you’re you've you’ve",
    "there's there’s here here's here’s what's what’s",
  ].flatMap(words => words.split(' ')),
)
const finite = new Set(
  [
    "is are was were am has have had does did doesn't doesn’t didn't didn’t isn't isn’t aren't aren’t wasn't wasn’t don't don’t",
    'dont doesnt didnt isnt arent wasnt wont cant',
    "can't can’t cannot won't won’t fails failed works worked shows showed looks seems gives gets got says said should would",
    'feels sounds crashes broke happens returns throws jumps hangs keeps needs',
  ].flatMap(words => words.split(' ')),
)

/** What a title does not end with. */
export const ending = ' ?.!。？！:,;'

/** What was done in the same words in several turns. */
export function repeatedAction(action: string, turns: number): string {
  return turns > 1 ? `${action.replace(/\.$/, '')}${inTurns} ${turns} turns.` : action
}

/** The action of one of the turns. */
export function actionOf(text: string): string {
  const at = text.lastIndexOf(inTurns)
  return at < 0 || !/^ \d{1,9} turns\.$/.test(text.slice(at + inTurns.length)) ? text : `${text.slice(0, at)}.`
}

const inTurns = ', in each of'
