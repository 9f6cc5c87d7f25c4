import { findUnwritable } from '../../evidence/secrets.ts'
import { trimEndOf } from '../../kernel/text.ts'
import { capitalize } from '../../kernel/words.ts'
import { beginsWithDeed } from '../extract/closing.ts'
import { list } from '../extract/text.ts'
import { branchTopic } from './branches.ts'
import { isPolite } from './courtesy.ts'
import { elsewhere } from './languages.ts'
import { commitNames, names } from './names.ts'
import { changesSomething, sizeOf, type Turn, tellingIn, tellingWords } from './node.ts'
import { isRetracted, isWholeStatement, namesCode, statementOf, tellsDeed } from './statements.ts'
import { askLines, type Candidate, sentenceLength, stem, withPrefix, wordsIn } from './title-candidate.ts'
import { titleIn } from './title-length.ts'
import { type Ask, askIn, firstWordsOf, isAssent, isInquiry, proposalIn } from './wording.ts'

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

function* candidates(component: readonly Turn[]): Generator<Candidate> {
  const ticket = ticketOf(component)
  const branch = branchPrefix(component)
  const prefix = branch ?? ticket
  yield* names(component, branch)
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
  yield* commitNames(component)
  if (prefix !== null && (prefix === ticket || tellingWords(prefix.text) >= 2)) yield* named
  if (!isChange)
    for (const each of firstWords(component)) if (tellingWords(each.text) >= 2) yield withPrefix(prefix, each)
  for (const each of facts()) yield withPrefix(prefix, each)
  if (prefix !== null && tellingWords(prefix.text) > 0) yield* named
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
    return words === null
      ? []
      : [{ text: capitalize(trimEndOf(words.replace(/ \?$/, '?'), ' .,;:')), support: [askLines(turn)] }]
  })
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
      if (!ask || !isWanted(ask)) return []
      if (ask.said.startsWith('/')) return [finished(turn, ask)]
      return [{ text: ask.text, support: [askLines(turn)], isAsked: true }]
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
      yield* asks(heavy.filter(isSure), isWholeRequest)
      yield* done(heavy, isPlainDeed)
      if (!heavy.every(isSure)) yield* done(heavy, isWholeDeed)
      yield* asks(heavy, isWholeRequest)
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
      yield* done(changing, beginsWithDeed)
      yield* asks(ordered, ({ text, isRequest, isLook }) => (isRequest || isLook) && tellingWords(text) > 0)
      yield* done(ordered, tellsDeed)
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

/** “Dev story: Story 2.1 complete”: what a command was given for is said where it has ended. */
function finished(turn: Turn, { text }: Ask): Candidate {
  const { text: said = '', line = 0 } = turn.facts?.closing ?? {}
  const asked = { text, support: [askLines(turn)] }
  const hasEnded =
    /\b(?:is|are|now|[—–-]|story|task|phase|step) (?:\S+ )?(?:complete|done|finished|ready|implemented)\b/i.test(said)
  if (!hasEnded) return asked
  return { text: `${text}: ${statementOf(said)}`, support: [...asked.support, { turn, lines: [`${line}-${line}`] }] }
}

/** “Yes, do that” means what was asked for or proposed before it, as long as nothing was changed since. */
function meantBy(turn: Turn, component: readonly Turn[]): Candidate[] {
  const before = component
    .slice(0, component.indexOf(turn))
    .filter(each => each.session_ref === turn.session_ref && !isBareReply(each))
  const isAfterChange = (at: number) => before[at] !== undefined && changesSomething(before[at])
  // A reply goes on with what was said last, whatever has been changed for it already.
  const last = isBareReply(turn) ? before.length - 1 : before.length
  let from = last
  while (from > 0 && !isAfterChange(from - 1)) from--
  for (const each of before
    .slice(from, last + 1)
    .slice(-lookBack)
    .reverse()) {
    const own = askOf(each)
    const [said] = each.chain.trigger.quoted_messages
    const ask = own?.isRequest && own.isWhole ? own : proposalIn(said?.text ?? '')
    const isOther = ask?.said.startsWith('/') && !isBareReply(turn)
    if (ask && !isOther) return [{ text: ask.text, support: [askLines(each), askLines(turn)], isAsked: true }]
  }
  return []
}

/** What was said longer ago is another topic. */
const lookBack = 4

/** “y”, “2”, “c”, “looks great, proceed”. */
function isBareReply({ chain: { trigger } }: Turn): boolean {
  const said = trigger.quoted_messages[0]?.text.trim() ?? ''
  if (trigger.type === 'user_approval' || trigger.type === 'resume_or_continue') return said.length <= longestReply
  return isAssent(said) || /^\(?[\p{L}\d]{1,2}[).]?$/u.test(said)
}

const longestReply = 40

function isBlocked(turn: Turn | undefined): boolean {
  return turn?.chain.terminal_state.type === 'blocked'
}

function askOf(turn: Turn): Ask | null {
  const { chain } = turn
  const known = askOfChain.get(chain)
  if (known !== undefined) return known
  const [said] = chain.trigger.quoted_messages
  const ask = said && chain.trigger.type !== 'user_approval' ? askIn(said.text, deliveredBy(turn)) : null
  askOfChain.set(chain, ask)
  return ask
}

/** The telling words of what a turn reports, committed and edited. */
function deliveredBy({ facts, files }: Turn): string[] {
  const names = [...files].map(path => path.slice(path.lastIndexOf('/') + 1))
  return tellingIn([facts?.closing?.text ?? '', ...(facts?.commits ?? []).map(({ subject }) => subject), ...names])
}

/** In a long message a sentence that looks like a request may be a story, a paste or a reason: something has to agree with it. */
function isSure(turn: Turn): boolean {
  const said = turn.chain.trigger.quoted_messages[0]?.text.trim() ?? ''
  const ask = askOf(turn)
  if (!ask || said.length <= shortMessage || said.startsWith(ask.said.slice(0, 20))) return true
  const delivered = deliveredBy(turn)
  return isPolite(ask.said) || tellingIn([ask.text]).some(word => delivered.includes(word))
}

const shortMessage = 200

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
    // “Test” says nothing of the work.
    if (topic === null || (tellingWords(topic) === 0 && !/[\s\d]/.test(topic))) continue
    const known = topics.get(topic)
    topics.set(topic, { size: (known?.size ?? 0) + sizeOf(turn.facts), first: known?.first ?? turn })
  }
  const most = Math.max(0, ...[...topics.values()].map(({ size }) => size))
  const [text, found] = [...topics].findLast(([, { size }]) => size >= 0.1 * most) ?? []
  return text !== undefined && found ? { text, support: [askLines(found.first)] } : null
}
