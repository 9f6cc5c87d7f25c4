import { plainText, sentencesOf } from '../extract/closing.ts'
import { oneLine } from '../extract/text.ts'

/** What a message asks for, in the words of a list of work: “can you add a test for X?” becomes “Add a test for X”. */
export interface Ask {
  text: string
  /** It asks for work, not for an answer. */
  isRequest: boolean
}

const mostLines = 60
/** Of a message so much is read. */
const mostCharacters = 3000

/** The first sentence of a message that says what is wanted; null where it holds none: an answer, a paste, a command. */
export function askIn(message: string): Ask | null {
  const lines = spokenLines(message)
  const sentences = lines.flatMap(sentencesOf).slice(0, mostLines)
  const asks = sentences.flatMap(sentence => askOf(sentence) ?? [])
  return asks.find(({ isRequest }) => isRequest) ?? asks[0] ?? null
}

/** The lines a person wrote: no code, no output, no trace, no quoted reply. */
function spokenLines(message: string): string[] {
  const lines: string[] = []
  let isCode = false
  for (const raw of message.slice(0, mostCharacters).split('\n').slice(0, mostLines)) {
    const line = oneLine(raw)
    if (line.startsWith('```')) isCode = !isCode
    else if (!isCode && line !== '' && !isPasted(line)) lines.push(plainText(withoutCommand(line)))
  }
  return lines.filter(line => line !== '')
}

/** What programs print or agents write. */
function isPasted(line: string): boolean {
  if (/^(?:[>|❯$⎿⏺•│├└✓✗⨯+#<{}[\]-]|\/\/|at \S+\(|Traceback|\d{4}-\d\d-\d\d[T ])/.test(line)) return true
  const letters = line.match(/\p{L}/gu)?.length ?? 0
  return letters < 0.5 * line.length
}

/** `/review the parser` as `the parser`. */
function withoutCommand(line: string): string {
  return line.replace(/^\/[\w:.-]+ */, '')
}

const courtesies = [
  /^(?:hi|hey|hello|ok|okay|so|and|also|now|then|yes|yeah|yep|no|sorry|hmm|well|alright|great|perfect|thanks|thank you|cool|nice|right|sure|first|one (?:last |more )?(?:thing|question|modification)|question|note|thinking (?:again|about (?:it|this)))\b[\s,:;.!–—-]*/i,
  /^(?:please|pls|kindly|maybe|just|again|actually|instead)\b[\s,]*/i,
  /^(?:can|could|would|will) (?:you|we|u)(?: please| pls| maybe| also| just| now| then| again| quickly| actually)*\b[\s,]*/i,
  /^(?:let['’]?s|let us)(?: please| maybe| also| just| now| then| first| completely| try (?:to|and)?)*\b[\s,]*/i,
  /^(?:i|we)(?:['’]d like| would like| want| need| wanted)(?: (?:us|you|it))?(?: now| also)? to (?:be able to )?\b/i,
  /^(?:i think |i feel |i guess )?we (?:should|need to|have to|must|could)(?: also| now| maybe| just)*\b[\s,]*/i,
  /^you (?:should|need to|have to|must|could|can)(?: also| now)*\b[\s,]*/i,
  /^(?:i['’]m|i am) (?:working on|looking at|trying to)\b[\s,]*/i,
  /^(?:help me|go ahead and|try to|make sure (?:to|that)?|take a look at|have a look at|do me a favor and)\b[\s,]*/i,
]

/** What is asked for politely. */
const polite =
  /^(?:can|could|would|will) (?:you|we|u)\b|^(?:please|pls|let['’]?s|let us)\b|^(?:i|we)(?:['’]d like| would like| want| need)\b|^we (?:should|need|have|must)\b|^(?:make sure|help me|go ahead|try to)\b/i

/** A question for an answer. */
const inquiry =
  /^(?:what|which|who|whose|where|when|why|how|is|are|was|were|do|does|did|has|have|had|should|shall|am|isn['’]t|aren['’]t|don['’]t|doesn['’]t|can (?:it|this|that|there)|could (?:it|this|that|there)|would (?:it|this|that|there))\b/i

const looks =
  /^(?:check|look|explain|tell|show|describe|review|compare|analy[sz]e|investigate|find|recheck|double check|understand|summari[sz]e|list|print|see|verify|give)\b/i

/** Sentences that say nothing without what they follow. */
const bare =
  /^(?:do (?:it|that|this|so)|fix (?:it|this|that|them|both|all)|commit|push|merge|continue|go on|proceed|try again|again|it|this|that|them|these|those|the same|test it|run it|implement (?:it|this|that)|add (?:it|that|them)|yes|no|option|start|stop|undo|revert)\b.{0,24}$/i

function askOf(sentence: string): Ask | null {
  let text = sentence
  let isPolite = false
  for (let before = ''; before !== text; ) {
    before = text
    isPolite ||= polite.test(text)
    for (const courtesy of courtesies) text = text.replace(courtesy, '')
  }
  text = text
    .replace(/\b(?:,? please|,? thanks|,? too|,? now|,? then|,? right|,? ok)\s*[?.!]*$/i, '')
    .replace(/[?.!。？！\s:,;]+$/, '')
  const words = text.split(' ').length
  const isAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{4}/u.test(text)
  if ((words < 3 && !isAsian) || bare.test(text)) return null
  if (inquiry.test(text)) return null
  const isQuestion = /[?？]\s*$/.test(sentence) && !isPolite
  if (isQuestion) return null
  return { text: capital(text), isRequest: (isPolite || isImperative(text)) && !looks.test(text) }
}

/** A sentence that begins with what is to be done: neither with who or what, nor with when, and without a statement. */
function isImperative(text: string): boolean {
  const words = text.toLowerCase().split(' ').slice(0, 9)
  return !subjects.has(words[0] ?? '') && !words.slice(1).some(word => finite.has(word.replace(/[^\p{L}'’]/gu, '')))
}

const subjects = new Set(
  [
    'the a an i we you it this that these those there my our your their his her its one two some any all both each',
    'when if as after before while since because in on at for with from to of by not no only even like than so but and or',
    'every everything nothing something another other more most still already again maybe perhaps',
    "i'm i’m it's it’s that's that’s we're we’re you're you’re there's there’s here",
  ].flatMap(words => words.split(' ')),
)
const finite = new Set(
  [
    "is are was were am has had does did doesn't doesn’t didn't didn’t isn't isn’t aren't aren’t wasn't wasn’t don't don’t",
    "can't can’t cannot won't won’t fails failed works worked shows showed looks seems gives gets got says said should would",
    'crashes breaks broke happens returns throws jumps hangs keeps needs',
  ].flatMap(words => words.split(' ')),
)

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A statement of the agent as a title has it: “I've added a spinner.” becomes “Added a spinner”. */
export function statementOf(sentence: string): string {
  const text = sentence
    .replace(/^(?:so|now|and|yes|no|ok|okay|done|fixed|perfect|great)[,:;.!–—-]+ */i, '')
    .replace(
      /^(?:i['’]ve|i have|i|we['’]ve|we have|we)(?: now| also| just| successfully)* (?=(?:\p{L}+ed|made|built|wrote|split|set|kept|found|put|took|ran)\b)/iu,
      '',
    )
    .replace(/[;,] (?:and )?all (?:\d+ )?(?:tests?|checks?) (?:now )?pass\b.*$/i, '')
    .replace(/[.!。！:\s]+$/, '')
  return capital(text)
}
