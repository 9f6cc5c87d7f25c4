import { formatCount, sum } from '../../kernel/numbers.ts'
import { capitalize } from '../../kernel/words.ts'
import { artifactCategory } from '../extract/project-path.ts'
import { excerpt, list, summary } from '../extract/text.ts'
import { type Confidence, type OutcomeCategory, outcomeCategories, type WorkItem } from '../schema.ts'
import { passWords } from './checks-outcome.ts'
import type { DayCourse } from './day-course.ts'
import { checkLedger, hasCoveredEdits, type LedgerEntry } from './ledger.ts'
import { netSizes } from './net-lines.ts'
import { commitsOf, refsOf, type Turn } from './node.ts'
import { failureWords, isUndoneAfter, openFailures, putBackWords, terminalStates, triedIn } from './terminal-states.ts'
import { titleOf } from './titles.ts'
import { firstWordsOf, isQuestion, repeatedAction } from './wording.ts'

/** A piece of work with what is known of its checks. */
interface Work {
  component: readonly Turn[]
  ledger: readonly LedgerEntry[]
  /** The checks that failed last, and nothing has made good. */
  failures: readonly LedgerEntry[]
  hasEdits: boolean
}

/** The work item for one component, without its ref. */
export function materialItem(component: readonly Turn[], course: DayCourse): Omit<WorkItem, 'work_item_ref'> {
  const ledger = checkLedger(component)
  const failures = openFailures(component, ledger, course)
  const work: Work = { component, ledger, failures, hasEdits: hasCoveredEdits(component) }
  const outcomes = outcomesOf(work)
  const terminal_states = terminalStates(component, ledger, course)
  const main_actions = mainActions(component)
  return {
    kind: 'material_work_item',
    title: titleOf(component),
    covered_turns: refsOf(component),
    trigger: triggerOf(component),
    agent_reaction: { summary: reactionSummary(component), ...(main_actions.length > 0 && { main_actions }) },
    outcomes,
    terminal_states,
    limits: limitsOf(work),
    confidence: itemConfidence({ outcomes, terminal_states }),
  }
}

const ownWill: readonly string[] = ['explicit_user_message', 'user_correction', 'implicit_context']

function triggerOf(component: readonly Turn[]): NonNullable<WorkItem['trigger']> {
  const [first] = component
  const about = first ? triggerWords(first) : ''
  const text = component.length > 1 ? about.replace(/^User /, `The first of ${component.length} messages `) : about
  const asking = component.filter(({ chain }) => ownWill.includes(chain.trigger.type))
  return {
    summary: cleanSummary(text, 'The user asked.'),
    evidence_refs: refsOf(asking.length > 0 ? asking : component.slice(0, 1)),
  }
}

/** A question after an interruption is of the type of corrections, but corrects nothing. */
function triggerWords({ chain: { trigger } }: Turn): string {
  const said = firstWordsOf(trigger.quoted_messages[0]?.text ?? '') ?? ''
  return isQuestion(said) ? trigger.summary.replace(/^User corrected the agent(?=: )/, 'User asked') : trigger.summary
}

function reactionSummary(component: readonly Turn[]): string {
  const files = new Set(component.flatMap(node => [...node.files])).size
  const commands = sum(component.map(({ facts }) => facts?.families.shell ?? 0))
  const checks = component.flatMap(({ facts }) => facts?.checks ?? [])
  const ended = (verdict: string) => checks.filter(check => check.verdict === verdict).length
  const parts = [
    files > 0 ? `edited ${formatCount(files, 'file')}` : '',
    commands > 0 ? `ran ${formatCount(commands, 'command')}` : '',
    checks.length > 0
      ? `${formatCount(checks.length, 'check')} (${ended('pass')} passed, ${ended('fail')} failed)`
      : '',
  ].filter(part => part !== '')
  const over = `over ${formatCount(component.length, 'turn')}.`
  if (parts.length > 0) return capitalize(`${parts.join(', ')} ${over}`)
  const uses = sum(component.flatMap(({ facts }) => Object.values(facts?.families ?? {})))
  return uses > 0 ? `Used tools ${formatCount(uses, 'time')} ${over}` : `Replied without using tools ${over}`
}

const maxActions = 7

function mainActions(component: readonly Turn[]): string[] {
  const turns = new Map<string, number>()
  for (const { chain } of component) {
    for (const { summary } of chain.agent_reactions) {
      if (/^Replied(?::| in \d)/.test(summary)) continue
      const action = cleanSummary(summary, 'An action whose words are withheld.')
      turns.set(action, (turns.get(action) ?? 0) + 1)
    }
  }
  return [...turns].slice(0, maxActions).map(([action, count]) => repeatedAction(action, count))
}

function limitsOf({ component, ledger, failures, hasEdits }: Work): string[] {
  const facts = component.flatMap(node => node.facts ?? [])
  const checks = facts.flatMap(each => each.checks)
  const unreadable = sum(facts.map(each => each.malformed_lines))
  const ended = (verdict: string) => checks.filter(check => check.verdict === verdict).length
  const [silent, idle] = [ended('unknown'), ended('not_run')]
  const uses = (family: string) => facts.some(({ families }) => (families[family] ?? 0) > 0)
  const closed = ledger.filter(entry => entry.verdict === 'fail' && !failures.includes(entry))
  return [
    facts.some(({ time_basis }) => time_basis !== 'own') && 'Times are approximate.',
    unreadable > 0 && `${formatCount(unreadable, 'line')} could not be read.`,
    failures.length > 0 && 'The last check failed.',
    ...closed.map(entry => failureBefore(entry, component)),
    hasEdits && facts.length === component.length && checks.length === idle && 'No run of a check is recorded.',
    silent > 0 && `${formatCount(silent, 'check')} ${silent === 1 ? 'shows' : 'show'} no verdict.`,
    idle > 0 && `${formatCount(idle, 'check')} did not run.`,
    uses('shell') &&
      facts.every(({ files }) => files.length === 0) &&
      'Files changed by shell commands are not listed.',
  ].filter(limit => limit !== false)
}

/** A failure that is not open any more, though no run of its kind in this work has passed since. */
function failureBefore(entry: LedgerEntry, component: readonly Turn[]): string {
  const changed = entry.changedAfter.size
  const failed = `${failureWords(entry).replace(/\.$/, '')}`
  if (isUndoneAfter(entry, component)) return `${failed}; what was tried was put back.`
  return changed > 0
    ? `${failed}; ${formatCount(changed, 'file')} changed afterwards.`
    : `${failed}; a later run passed, or the work was committed.`
}

type Outcome = WorkItem['outcomes'][number]

/** An outcome before its confidence is known, with the turns it rests on. */
interface Draft {
  category: OutcomeCategory
  summary: string
  nodes: readonly Turn[]
  isCommit?: true
}

/** What a piece of work brought about, one claim where turns say the same thing again. */
function outcomesOf(work: Work): Outcome[] {
  return outcomeCategories
    .flatMap(category => draftsOf(category, work))
    .map(draft => ({
      category: draft.category,
      summary: draft.summary,
      evidence_refs: refsOf(draft.nodes),
      confidence: confidenceOf(draft, work),
    }))
}

function draftsOf(category: OutcomeCategory, work: Work): Draft[] {
  const { component } = work
  switch (category) {
    case 'code_outcome':
    case 'document_outcome':
      return [...fileDrafts(category, component), ...commitDrafts(category, component)]
    case 'validation_outcome':
      return [...validationDrafts(work), ...newest(category, component.filter(hasNoChecks))]
    case 'blocker_outcome':
      return [...failureDrafts(work), ...newest(category, component.filter(hasNoChecks))]
    case 'process_outcome':
    case 'other':
      return [
        ...fileDrafts(category, component),
        ...newest(
          category,
          component,
          text => !text.startsWith(fileWords[category].verb) && !isOutdated(text, component),
        ),
        ...(category === 'process_outcome' ? putBackDrafts(component) : []),
      ]
    default:
      return newest(category, component)
  }
}

/** A later turn put back all that was changed; where one turn did both, its own outcome says so. */
function putBackDrafts(component: readonly Turn[]): Draft[] {
  const isSaid = component.some(({ chain }) => chain.outcomes.some(({ summary }) => summary.startsWith(putBackWords)))
  const nodes = isSaid ? [] : triedIn(component)
  return nodes.length > 0 ? [{ category: 'process_outcome', summary: `${putBackWords} files.`, nodes }] : []
}

/** What was put back in one turn may have been changed again in another. */
function isOutdated(text: string, component: readonly Turn[]): boolean {
  return text.startsWith(putBackWords) && component.some(({ files }) => files.size > 0)
}

/** Where the facts list no check, what was validated is known from the chain alone. */
function hasNoChecks({ facts }: Turn): boolean {
  return (facts?.checks.length ?? 0) === 0
}

/** The runs that passed after the last edit, and apart from them those that something was changed after. */
function validationDrafts({ component, ledger, hasEdits }: Work): Draft[] {
  const isClaimed = ({ verdict, node }: LedgerEntry) => verdict === 'pass' && claims('validation_outcome')(node)
  const passed = ledger.filter(entry => isClaimed(entry) && !isUndoneAfter(entry, component))
  const current = passed.filter(({ changedAfter }) => changedAfter.size === 0)
  const stale = passed.filter(({ changedAfter }) => changedAfter.size > 0)
  return [current, stale].flatMap((entries): Draft[] => {
    if (entries.length === 0) return []
    const nodes = new Set(entries.map(({ node }) => node))
    return [{ category: 'validation_outcome', summary: passWords(entries, hasEdits), nodes: [...nodes] }]
  })
}

function failureDrafts({ failures }: Work): Draft[] {
  return failures.map(entry => ({ category: 'blocker_outcome', summary: failureWords(entry), nodes: [entry.node] }))
}

const maxNamed = 3

/** The newest distinct claims of a category, in order. */
function newest(category: OutcomeCategory, nodes: readonly Turn[], isWanted = (_: string) => true): Draft[] {
  const drafts = new Map<string, Turn[]>()
  for (const node of nodes) {
    for (const { category: own, summary: text } of node.chain.outcomes) {
      if (own !== category || !isWanted(text)) continue
      const summary = cleanSummary(text, 'An outcome whose words are withheld.')
      const before = drafts.get(summary) ?? []
      // Said again, it is new again.
      drafts.delete(summary)
      drafts.set(summary, [...before, node])
    }
  }
  return [...drafts].slice(-maxNamed).map(([summary, by]) => ({ category, summary, nodes: by }))
}

const fileWords = {
  code_outcome: { verb: 'Changed', fallback: 'Changed files.' },
  document_outcome: { verb: 'Wrote', fallback: 'Wrote files.' },
  process_outcome: {
    verb: 'Changed agent or workflow configuration in',
    fallback: 'Changed agent or workflow configuration.',
  },
  other: { verb: 'Changed asset', fallback: 'Changed assets.' },
}

function fileDrafts(category: keyof typeof fileWords, component: readonly Turn[]): Draft[] {
  const claiming = component.filter(claims(category))
  const ownFiles = (node: Turn) => (node.facts?.files ?? []).filter(({ path }) => artifactCategory(path) === category)
  const nodes = claiming.filter(node => ownFiles(node).length > 0)
  const committed = component.some(node => (node.facts?.commits.length ?? 0) > 0)
  const { verb, fallback } = fileWords[category]
  if (nodes.length === 0) {
    const isMerged = category === 'process_outcome' || category === 'other'
    // What a turn changed may have been put back since.
    const isUndone = component.some(({ facts }) => facts && facts.put_back !== null)
    const isStale = (text: string) => (committed && /^Committed\b/.test(text)) || (isUndone && text.startsWith(verb))
    return isMerged ? [] : newest(category, claiming, text => !isStale(text))
  }
  const files = nodes.flatMap(ownFiles)
  const paths = new Set(files.map(({ path }) => path))
  const summary = cleanSummary(
    `${verb} ${formatCount(paths.size, 'file')}: ${list(paths)}${netSizes(files)}.`,
    fallback,
  )
  return [{ category, summary, nodes }]
}

function commitDrafts(category: OutcomeCategory, component: readonly Turn[]): Draft[] {
  const commits = commitsOf(component)
  const nodes = [...new Set(commits.map(({ node }) => node))]
  const last = commits.at(-1)
  const files = component.flatMap(node => [...node.files])
  const onlyDocuments = files.length > 0 && files.every(path => artifactCategory(path) === 'document_outcome')
  if (!last || category !== (onlyDocuments ? 'document_outcome' : 'code_outcome')) return []
  const words = `“${excerpt(last.subject, 80, null)}” (${last.hash}).`
  const [text, fallback] =
    commits.length === 1
      ? [`Committed ${words}`, 'Committed once.']
      : [`Committed ${formatCount(commits.length, 'time')}; the last is ${words}`, 'Committed several times.']
  return [{ category, summary: cleanSummary(text, fallback), nodes, isCommit: true }]
}

function claims(category: OutcomeCategory): (node: Turn) => boolean {
  return ({ chain }) => chain.outcomes.some(outcome => outcome.category === category)
}

/** How far an outcome can be trusted, by what happened to it afterwards. */
function confidenceOf(draft: Draft, work: Work): Confidence {
  if (draft.category === 'decision_outcome' || draft.isCommit || wasSettled(draft, work)) return 'high'
  const interrupted = draft.nodes.some(
    ({ chain, facts }) => facts?.interrupted || chain.terminal_state.type === 'interrupted',
  )
  return work.failures.length > 0 || interrupted ? 'low' : 'medium'
}

const unsettled: readonly string[] = ['blocked', 'interrupted', 'failed', 'evidence_gap']

function itemConfidence({ outcomes, terminal_states }: Pick<WorkItem, 'outcomes' | 'terminal_states'>): Confidence {
  if (unsettled.includes(terminal_states.at(-1)?.type ?? '')) return 'low'
  return outcomes.some(({ confidence }) => confidence === 'high') ? 'high' : 'medium'
}

const aboutEdits: readonly string[] = [
  'code_outcome',
  'document_outcome',
  'validation_outcome',
  'process_outcome',
  'other',
]

/** Committed after the last edit it is about, or tested or built with success after the last edit of all. */
function wasSettled({ category, nodes }: Draft, { component, ledger }: Work): boolean {
  if (!aboutEdits.includes(category)) return false
  const proven = ledger.some(
    ({ kind, verdict, changedAfter }) =>
      (kind === 'test' || kind === 'build') && verdict === 'pass' && changedAfter.size === 0,
  )
  const lastEdit = (category === 'validation_outcome' ? component : nodes).findLast(({ files }) => files.size > 0)
  if (proven || !lastEdit) return proven
  return component.slice(component.indexOf(lastEdit)).some(({ facts }) => (facts?.commits.length ?? 0) > 0)
}

/** A text fit to be written; here nothing is known of the project's folder. */
function cleanSummary(text: string, fallback: string): string {
  return summary(text, fallback, null)
}
