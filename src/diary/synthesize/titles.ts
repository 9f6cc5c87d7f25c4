import { findUnwritable } from '../../evidence/secrets.ts'
import { codePoints } from '../../kernel/text.ts'
import { capitalize } from '../../kernel/words.ts'
import { excerpt, list } from '../extract/text.ts'
import type { TurnRef } from '../schema.ts'
import { branchTopic } from './branches.ts'
import { plannedIn } from './edges.ts'
import { elsewhere } from './languages.ts'
import { changesSomething, commitsOf, keywordsOf, sizeOf, type Turn, tellingIn, tellingWords } from './node.ts'
import { isRetracted, isWholeStatement, namesCode, statementOf, tellsDeed } from './statements.ts'
import { type Ask, askIn, firstWordsOf, isInquiry, proposalIn } from './wording.ts'

const maxTitle = 80

/** A text that can be a title, with the lines it is taken from. */
interface Candidate {
  text: string
  /** Empty where it is not taken from the words of a turn. */
  support: readonly WordsOfTurn[]
  /** It is what a person asked for. */
  isAsked?: true
}

interface WordsOfTurn {
  turn: TurnRef
  /** `<start>-<end>` each, as chains cite them. */
  lines: readonly string[]
}

/** A title as a colleague would write it: what the work is called where it has a name, else what was wanted and done. */
export function titleOf(component: readonly Turn[]): string {
  for (const { text } of candidates(component)) {
    const title = titleIn(text)
    if (title !== '' && !findUnwritable(title)) return title
  }
  return 'Work whose messages are withheld'
}

/** Where the words of a title come from; null where that is not known, as of a title that somebody else wrote. */
export function titleSource(component: readonly Turn[], title: string): Candidate | null {
  for (const candidate of candidates(component)) if (titleIn(candidate.text) === title) return candidate
  return null
}

function titleIn(text: string): string {
  if (codePoints(text) <= maxTitle) return excerpt(text, maxTitle, null)
  const plain = text.replace(aside, '')
  return excerpt(codePoints(plain) > maxTitle ? leadingClauses(plain) : plain, maxTitle, null)
}

/** What is in brackets can be left out. */
const aside = / \([^()]*\)/g

/** As many clauses as fit a title; the whole text where the first one is too long or says too little. */
function leadingClauses(text: string): string {
  const ends = [...text.slice(0, 2 * maxTitle).matchAll(clauseEnd)].filter(({ index, 0: end }) => {
    const head = text.slice(0, index)
    // What something is for is left out only where much is said without it.
    return codePoints(head) <= maxTitle && !hasOpenBracket(head) && tellingWords(head) >= (end === ' ' ? 4 : 2)
  })
  const end = ends.at(-1)
  return end === undefined || subordinate.test(text) ? text : text.slice(0, end.index)
}

/** A clause that begins so says nothing without the next one. */
const subordinate =
  /^(?:[^:]{1,60}: )?(?:instead of|when|whenever|if|after|before|while|once|since|because|although|given|with|without|for|in|on|to)\b/i

function hasOpenBracket(text: string): boolean {
  return text.lastIndexOf('(') > text.lastIndexOf(')')
}

const clauseEnd =
  /, (?!(?:but|aber|pero|mais|mas|но)(?!\p{L}))|; | [–—-] | (?!so that)(?:and|so|because)(?= (?:i|we|you|it|if|when|then|there|the first|that|also)\b)| (?=(?:to (?:make|ensure|avoid|prevent|allow|keep|support|reflect)|so that|in order to|since|because)\b)/giu

function* candidates(component: readonly Turn[]): Generator<Candidate> {
  yield* names(component)
  const ticket = ticketOf(component)
  const prefix = branchPrefix(component) ?? ticket
  const { plain, looked, others, facts } = descriptions(component)
  const isMentioned = prefix !== null && isAbout(turnsOfShare(component, mainShare), prefix.text)
  // A branch that nobody mentions was made for something else.
  const isOther = prefix !== null && prefix !== ticket && isUnspoken(component, prefix.text)
  for (const each of plain()) {
    const topic =
      isMentioned || !each.isAsked || !isThin(each.text) ? null : topicFor(each.text, commonWords(component))
    yield withPrefix(
      topic ?? (isOther && !/\b(?:branch|pr|pull request)\b/i.test(each.text) ? null : prefix),
      each,
      isMentioned,
    )
  }
  const review = component.slice(0, 1).filter(isReviewCommand)
  const named =
    prefix === null
      ? []
      : [
          {
            text: capitalize(review.length > 0 ? `${prefix.text}: review` : prefix.text),
            support: [...prefix.support, ...review.map(askLines)],
          },
        ]
  // Where nothing was changed, what was asked need not be what the branch was made for.
  const isChange = component.some(changesSomething)
  const spoken = isChange
    ? []
    : firstWords(component.slice(0, 1)).filter(({ text }) => asksByItself(text, prefix !== null))
  yield* endings(component)
  if (spoken.length === 0 && prefix !== null && prefix.text.split(' ').length >= sentenceLength) yield* named
  // What was answered says less of a talk than what was asked.
  for (const each of [...spoken, ...(isChange ? [] : looked())]) yield withPrefix(prefix, each)
  for (const each of others()) yield withPrefix(prefix, each, true)
  if (prefix !== null && (prefix === ticket || tellingWords(prefix.text) >= 2)) yield* named
  for (const each of facts()) yield withPrefix(prefix, each)
  yield* named
  const files = [...new Set(component.flatMap(node => [...node.files]))]
  if (files.length > 0) yield { text: `Changed ${list(files, 1)}`, support: [] }
  yield* firstWords(component)
  for (const turn of component) yield { text: turn.chain.trigger.summary, support: [askLines(turn)] }
}

/** Where nothing was written, what became of requests and releases is what was done. */
function endings(component: readonly Turn[]): Candidate[] {
  if (component.some(({ files, facts }) => files.size > 0 || (facts?.commits.length ?? 0) > 0)) return []
  return component.flatMap(turn =>
    (turn.facts?.deeds ?? [])
      .filter(({ summary }) => /^(?:Merged|Closed|Reopened|Released) \S/.test(summary))
      .map(({ summary, lines }) => ({ text: summary.replace(/\.$/, ''), support: [{ turn, lines: [lines] }] })),
  )
}

/** `/review` and the like, without a word of what is meant. */
function isReviewCommand({ chain }: Turn): boolean {
  return /^\s*\/(?:[\w.-]+:)?(?:\w+-)?review(?:\s+\S+)?\s*$/i.test(
    chain.trigger.quoted_messages[0]?.text.slice(0, 300) ?? '',
  )
}

/** “Fix the bug with CWD”, “rename to steps instead”: the words before it say of what. */
function isThin(text: string): boolean {
  return tellingWords(text.replace(/ instead$/i, '')) <= 2 && !elsewhere.longEnough.test(text)
}

/** The telling words that are in at least half of the turns, by what is asked or reported in them, the commonest first. */
function commonWords(component: readonly Turn[]): Map<string, Turn[]> {
  const turns = new Map<string, Turn[]>()
  for (const turn of component)
    for (const word of tellingIn(textsOf(turn))) turns.set(word, [...(turns.get(word) ?? []), turn])
  const enough = Math.max(2, component.length / 2)
  return new Map(
    [...turns].filter(([, own]) => own.length >= enough).sort(([, one], [, other]) => other.length - one.length),
  )
}

function textsOf({ chain, facts }: Turn): string[] {
  return [...chain.trigger.quoted_messages.map(({ text }) => text), facts?.closing?.text ?? '']
}

/** What the turns have in common, as it is first written, unless the text says it. */
function topicFor(text: string, common: ReadonlyMap<string, Turn[]>): Candidate | null {
  const said = tellingIn([text])
  const [word, turns = []] = [...common].find(([each]) => !said.includes(each)) ?? []
  const asking = turns.filter(({ chain }) =>
    tellingIn(chain.trigger.quoted_messages.map(each => each.text)).includes(word ?? ''),
  )
  const written = asking
    .flatMap(turn => textsOf(turn))
    .flatMap(each => each.match(wordsIn) ?? [])
    .find(each => each.toLowerCase().startsWith(word ?? ''))
  return written === undefined ? null : { text: written, support: asking.map(askLines) }
}

/** A question or what somebody ran into, with enough words to be understood. */
function asksByItself(text: string, hasPrefix: boolean): boolean {
  const isLong =
    tellingWords(text) >= 3 || elsewhere.longEnough.test(text) || (hasPrefix && text.split(' ').length >= 6)
  return isLong && (isInquiry(text) || /^(?:I|We)(?!\p{L})/u.test(text))
}

function firstWords(component: readonly Turn[]): Candidate[] {
  return component.flatMap(turn => {
    const words = firstWordsOf(turn.chain.trigger.quoted_messages[0]?.text ?? '')
    return words === null ? [] : [{ text: capitalize(words.replace(/ \?$/, '?')), support: [askLines(turn)] }]
  })
}

function askLines(turn: Turn): WordsOfTurn {
  return { turn, lines: turn.chain.trigger.citations.map(({ lines }) => lines) }
}

/** The names people gave to the work: of its plan, its pull request or issue, its largest commit. */
function* names(component: readonly Turn[]): Generator<Candidate> {
  for (const turn of component) {
    const plan = plannedIn(turn) ?? turn.facts?.plan ?? ''
    const text = plan.replace(/^(?:implementation )?plan(?: for)?\s*[:–—-]\s*/i, '')
    if (plan !== '') yield { text, support: [plannedIn(turn) === null ? decisionLines(turn) : askLines(turn)] }
  }
  const deeds = component.flatMap(turn => (turn.facts?.deeds ?? []).map(deed => ({ turn, ...deed })))
  const titled = (wanted: string) =>
    deeds.flatMap(({ kind, title, turn, lines }) =>
      kind === wanted && title !== null
        ? [withoutCommitType({ text: title, support: [{ turn, lines: [lines] }] })]
        : [],
    )
  yield* titled('pull_request')
  // Work that begins with an issue is about it.
  for (const turn of component.slice(0, component.findIndex(changesSomething) === 0 ? 1 : 2)) {
    const { issue } = turn.facts ?? {}
    if (issue) yield { text: issue.text, support: [{ turn, lines: [issue.lines] }] }
  }
  yield* largestCommits(component)
  yield* titled('issue')
}

/** A plan that was approved is named in the decision. */
function decisionLines(turn: Turn): WordsOfTurn {
  const decided = turn.chain.outcomes.filter(({ category }) => category === 'decision_outcome')
  const lines = decided.flatMap(({ citations }) => citations.map(({ lines }) => lines))
  return lines.length > 0 ? { turn, lines } : askLines(turn)
}

/** The subjects of the commits, those of the most edited lines first; what only tidies up says little. */
function largestCommits(component: readonly Turn[]): Candidate[] {
  const commits: Array<Candidate & { size: number }> = []
  let size = 0
  const standing = new Set(commitsOf(component).map(({ hash }) => hash))
  for (const turn of component) {
    size += sizeOf(turn.facts)
    const own = (turn.facts?.commits ?? []).filter(({ hash }) => standing.has(hash))
    for (const { subject, lines } of own)
      commits.push({ text: subject, support: [{ turn, lines: [lines] }], size: size / own.length })
    if (own.length > 0) size = 0
  }
  const largest = Math.max(0, ...commits.map(({ size }) => size))
  // Notes and plans may be longer than what they are about.
  const isMain = ({ text, size }: (typeof commits)[number]) => !besideWork.test(text) && size >= 0.1 * largest
  return commits
    .filter(({ text }) => !isTidying(text))
    .sort((one, other) => Number(isMain(other)) - Number(isMain(one)) || other.size - one.size)
    .map(withoutCommitType)
}

/** `fix(hooks): close the lock` is read as “Hooks: close the lock”. */
function withoutCommitType({ text: written, support }: Candidate): Candidate {
  // “🐛 fix: …”, “:bug: fix: …”.
  const text = written.replace(/^(?:(?:\p{Extended_Pictographic}[\uFE0F\u200D]{0,2}){1,3}|:[a-z_]{2,40}:)\s*/u, '')
  const [prefix, type = '', named = ''] = commitType.exec(text) ?? []
  if (prefix === undefined) return { text, support }
  const described = { text: text.slice(prefix.length), support }
  const { kind, said } = untold[type.toLowerCase()] ?? { kind: '', said: /^/ }
  // The number of a phase or of a task of a plan says nothing.
  const scope = /^(?:[a-z]+[-_ ]?)?\d[\d.-]*$/.test(named) ? '' : named
  const about = [scope, said.test(described.text) ? '' : kind].filter(part => part !== '').join(' ')
  const titled = about === '' ? described : withPrefix({ text: about, support: [] }, described)
  return { ...titled, text: capitalize(titled.text) }
}

/** What conventional commits begin with; a revert says the opposite of what follows it, and stays as it is. */
const commitType =
  /^(build|chore|ci|docs|feat|feature|fix|perf|refactor|style|tests?)(?:\(([\w ./-]{1,40})\))?!?: (?=\S)/i

/** That a change is of tests or documents only may be told by the type alone. */
const tests = { kind: 'tests', said: /\btest/i }
const untold: { [type: string]: { kind: string; said: RegExp } | undefined } = {
  test: tests,
  tests,
  docs: { kind: 'docs', said: /\b(?:docs?\b|document|readme)|\.md\b/i },
}

const besideWork = /^(?:docs|chore|style|tests?|ci|build)(?:\([^)]*\))?!?: /i

const wordsIn = /[\p{L}\p{N}]+/gu

function isTidying(subject: string): boolean {
  return /^(?:wip\b|merge\b|initial commit|first commit|fixup!|squash!|(?:\w+(?:\([^)]*\))?: )?(?:fix )?(?:lint|fmt|format|typo|formatting|review comments|tests?)\b.{0,12}$|address (?:review|feedback|comments)|update$|changes$)/i.test(
    subject,
  )
}

const leads = 3

/** Each is made when it is asked for, since the first candidate is mostly taken. */
type Descriptions = { [rank in 'plain' | 'looked' | 'others' | 'facts']: () => Iterable<Candidate> }

/** What was wanted or done, the most telling first; `others` say less than a good name of a branch, `facts` than any. */
function descriptions(component: readonly Turn[]): Descriptions {
  const heavy = withWhatWasCutShort(component, turnsOfShare(component, mainShare)).slice(0, leads)
  const ordered = [...component].sort((one, other) => sizeOf(other.facts) - sizeOf(one.facts))
  const asks = (turns: readonly Turn[], isWanted: (ask: Ask) => boolean) =>
    turns.flatMap((turn): Candidate[] => {
      const ask = askOf(turn)
      return ask && isWanted(ask) ? [{ text: ask.text, support: [askLines(turn)], isAsked: true }] : []
    })
  const lastUndone = component.findLastIndex(({ facts }) => facts && facts.put_back !== null)
  // What an agent said it did is not so any more where it was put back.
  const isUndone = (turn: Turn) => turn.files.size === 0 && component.indexOf(turn) < lastUndone
  // That a test fails, said before the work went on and ended well, is not what it is called.
  const isPassing = (turn: Turn) => isBlocked(turn) && !isBlocked(component.at(-1))
  const isTaken = (turn: Turn) => isRetracted(turn, component.slice(component.indexOf(turn) + 1))
  const isStale = (turn: Turn) => isUndone(turn) || isPassing(turn) || isTaken(turn)
  const done = (turns: readonly Turn[], isWanted: (text: string) => boolean) =>
    turns.flatMap((turn): Candidate[] => {
      if (isStale(turn)) return []
      const { text = '', line = 0 } = turn.facts?.closing ?? {}
      const said = statementOf(text)
      return isWanted(said) ? [{ text: said, support: [{ turn, lines: [`${line}-${line}`] }] }] : []
    })
  // Of a lighter turn a word is not enough.
  const isTold = ({ text }: Ask) => tellingWords(text) >= 2 || elsewhere.longEnough.test(text)
  const isWholeRequest = ({ isRequest, isWhole }: Ask) => isRequest && isWhole
  const isWholeDeed = (text: string) => isWholeStatement(text) && tellsDeed(text)
  // That something is complete is said of a part as well.
  const isPlainDeed = (text: string) =>
    isWholeDeed(text) && !namesCode(text) && !/\b(?:is|are) (?:now )?(?:complete|done|ready|finished)$/i.test(text)
  const lighter = turnsOfShare(ordered, 0.1)
  const changing = ordered.filter(changesSomething)
  const isWhole = (ask: Ask) => ask.isWhole
  // What is wrong names the work; what somebody thinks, or wants to have looked at, does so less.
  const isWholeStatementOfPerson = ({ text, isWhole, isLook }: Ask) =>
    isWhole && !isLook && !/^(?:I|We|Not|Stop|Wait)(?!\p{L})/u.test(text)
  return {
    *plain() {
      yield* asks(heavy, isWholeRequest)
      yield* done(heavy, isPlainDeed)
      yield* heavy.flatMap(turn => meantBy(turn, component))
      yield* done(component.filter(asksForSummary), text => isWholeStatement(text) && !namesCode(text))
      yield* asks(lighter, ask => isWholeRequest(ask) && isTold(ask))
      yield* done(lighter, isPlainDeed)
      yield* asks(component.slice(0, 1), ask => isWholeStatementOfPerson(ask) && isTold(ask))
    },
    looked: () => asks(component.slice(0, 1), ask => ask.isLook && ask.isWhole && isTold(ask)),
    *others() {
      yield* done(heavy, isWholeDeed)
      yield* asks(ordered, isWholeRequest)
      yield* done(ordered, isWholeDeed)
      yield* asks(component.slice(0, 1), isWhole)
      yield* asks(component, isWholeStatementOfPerson)
    },
    *facts() {
      // An answer by the way is not what work on files is called.
      const telling =
        changing.length > 0 ? ordered.filter(turn => changesSomething(turn) || askOf(turn) !== null) : ordered
      yield* done([...heavy, ...telling], isWholeStatement)
      yield* asks(component, ({ isWhole, isLook }) => isWhole && !isLook)
      yield* done(changing, text => text !== '')
      yield* asks(ordered, () => true)
      yield* done(ordered, text => text !== '')
    },
  }
}

/** What the agent writes for a pull request or a commit tells the whole work. */
function asksForSummary({ chain }: Turn): boolean {
  const said = chain.trigger.quoted_messages[0]?.text.slice(0, 300) ?? ''
  return /\b(?:summar(?:y|i[sz]e)|describe|description|notes|blurb)\b.{0,80}\b(?:pr|pull request|merge request|branch|changes|commit|release|whole work|work so far)\b|\b(?:write|give|generate|create|draft|suggest|make|prepare)\b.{0,20}\b(?:pr|pull request|commit|release) (?:description|summary|body|message|notes)\b/i.test(
    said,
  )
}

/** “Yes, do that” means what was asked for or proposed before it, as long as nothing was changed since. */
function meantBy(turn: Turn, component: readonly Turn[]): Candidate[] {
  const before = component.slice(0, component.indexOf(turn)).filter(each => each.session_ref === turn.session_ref)
  const talk = before.slice(before.findLastIndex(changesSomething) + 1).slice(-lookBack)
  for (const each of talk.reverse()) {
    const own = askOf(each)
    const [said] = each.chain.trigger.quoted_messages
    const ask = own?.isRequest && own.isWhole ? own : proposalIn(said?.text ?? '')
    if (ask) return [{ text: ask.text, support: [askLines(each), askLines(turn)], isAsked: true }]
  }
  return []
}

/** What was said longer ago is another topic. */
const lookBack = 4

function isBlocked(turn: Turn | undefined): boolean {
  return turn?.chain.terminal_state.type === 'blocked'
}

function askOf({ chain }: Turn): Ask | null {
  const known = askOfChain.get(chain)
  if (known !== undefined) return known
  const [said] = chain.trigger.quoted_messages
  const ask = said && chain.trigger.type !== 'user_approval' ? askIn(said.text) : null
  askOfChain.set(chain, ask)
  return ask
}

/** The candidates of a title ask for the same message again and again. */
const askOfChain = new WeakMap<Turn['chain'], Ask | null>()

/** A turn that changed so much of what the largest one did is a main part of the work. */
const mainShare = 0.3

/** Whether turns say half of the telling words of a topic, or changed files that are named for it. */
function isAbout(turns: readonly Turn[], topic: string): boolean {
  const said = new Set(turns.flatMap(turn => tellingIn([...textsOf(turn), ...turn.files])))
  const words = tellingIn([topic])
  return words.length > 0 && 2 * words.filter(word => said.has(word)).length >= words.length
}

function isUnspoken(turns: readonly Turn[], topic: string): boolean {
  const said = new Set(turns.flatMap(turn => tellingIn([...textsOf(turn), ...turn.files])))
  const words = tellingIn([topic])
  return words.length > 0 && !words.some(word => [...said].some(each => each.startsWith(word.slice(0, stem))))
}

/** The turns that changed at least this part of what the largest one did. */
function turnsOfShare(component: readonly Turn[], share: number): Turn[] {
  const heaviest = Math.max(0, ...component.map(({ facts }) => sizeOf(facts)))
  return component.filter(({ chain, facts }) =>
    heaviest > 0 ? sizeOf(facts) >= share * heaviest : chain.materiality === 'material',
  )
}

/** What was asked before an interruption is done in the turn after it. */
function withWhatWasCutShort(component: readonly Turn[], heavy: readonly Turn[]): Turn[] {
  return component.filter((turn, at) => {
    const next = component.slice(at + 1).find(({ session_ref }) => session_ref === turn.session_ref)
    const isCutShort = turn.files.size === 0 && turn.chain.terminal_state.type === 'interrupted'
    return heavy.includes(turn) || (isCutShort && next !== undefined && heavy.includes(next))
  })
}

/** Inside a name or an address it is a part of that; encodings, hashes and models look like keys. */
const ticketKey =
  /(?<![\w./:-])(?!(?:UTF|SHA|ISO|RFC|AES|RSA|GPT|HTTP|TLS|IPV|CVE|CWE|ES|MP|USB|COVID)-)([A-Z]{2,6}-\d{1,6})(?![\w-]|\.\w)/
const namedTicket =
  /\b(?:issues?|tickets?|story|task|bug|linear|jira|youtrack|shortcut)[: #]{1,3}([a-z]{2,6}-\d{1,6})(?![\w-]|\.\w)/i

/** The issue that the first message names. */
function ticketOf([first]: readonly Turn[]): Candidate | null {
  const said = first?.chain.trigger.quoted_messages[0]?.text.slice(0, 300) ?? ''
  const ticket = (ticketKey.exec(said) ?? namedTicket.exec(said))?.[1]?.toUpperCase()
  return first && ticket !== undefined ? { text: ticket, support: [askLines(first)] } : null
}

/** The topic of the last branch on which a good part of the work was done: it was made for the work. */
function branchPrefix(component: readonly Turn[]): Candidate | null {
  const topics = new Map<string, { size: number; first: Turn }>()
  for (const turn of component) {
    const topic = branchTopic(turn.facts?.branch ?? null)
    if (topic === null) continue
    const known = topics.get(topic)
    topics.set(topic, { size: (known?.size ?? 0) + sizeOf(turn.facts), first: known?.first ?? turn })
  }
  const most = Math.max(0, ...[...topics.values()].map(({ size }) => size))
  const [text, found] = [...topics].findLast(([, { size }]) => size >= 0.1 * most) ?? []
  return text !== undefined && found ? { text, support: [askLines(found.first)] } : null
}

/** So many letters are the same in the forms of a word. */
const stem = 5
/** A branch named with so many words says by itself what the work is. */
const sentenceLength = 4

/** The branch's topic, then the text; the text alone when it names the topic already or both do not fit. */
function withPrefix(prefix: Candidate | null, described: Candidate, isNeeded = false): Candidate {
  if (prefix === null) return described
  const ticket = /^[A-Z][A-Z\d]{1,9}-\d{1,6}\b/i.exec(prefix.text)?.[0] ?? ''
  const isRepeated = ticket !== '' && described.text.toLowerCase().startsWith(`${ticket.toLowerCase()}:`)
  const text = isRepeated ? capitalize(described.text.slice(ticket.length + 1).trimStart()) : described.text
  const said: string[] = text.toLowerCase().match(wordsIn) ?? []
  const words = prefix.text.toLowerCase().split(' ')
  const unsaid = words.filter(word => !said.some(each => each.startsWith(word.slice(0, stem))))
  if (unsaid.length <= words.length / 3) return described
  const both = `${capitalize(prefix.text)}: ${text}`
  // Half of a text with a prefix says less than the whole of it.
  const isWholeAlone =
    !isNeeded && titleIn(both).endsWith('…') && (!titleIn(text).endsWith('…') || tellingWords(text) >= 4)
  if (codePoints(both) <= maxTitle || (words.length < sentenceLength && !isWholeAlone)) {
    return { text: both, support: [...prefix.support, ...described.support] }
  }
  if (words.length < sentenceLength) return described
  const telling = [...keywordsOf([prefix.text])]
  const shared = telling.filter(word => said.some(each => each.startsWith(word.slice(0, stem)))).length
  return 2 * shared < telling.length ? described : { ...prefix, text: capitalize(prefix.text) }
}
