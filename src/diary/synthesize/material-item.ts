import { findUnwritable } from '../../evidence/secrets.ts'
import { artifactCategory } from '../extract/project-path.ts'
import { excerpt, list, plural, sentence, summary } from '../extract/text.ts'
import { type Confidence, type OutcomeCategory, outcomeCategories, type WorkItem } from '../schema.ts'
import { spanIn } from '../workspace/line-spans.ts'
import { lastVerdicts, type Node, refsOf, sum } from './node.ts'

/** The work item for one component, without its ref. */
export function materialItem(component: readonly Node[]): Omit<WorkItem, 'work_item_ref'> {
  const outcomes = outcomesOf(component)
  const terminal_states = terminalStates(component)
  const main_actions = mainActions(component)
  return {
    kind: 'material_work_item',
    title: titleOf(titles(component), 'Work whose messages are withheld'),
    covered_turns: refsOf(component),
    trigger: triggerOf(component),
    agent_reaction: { summary: reactionSummary(component), ...(main_actions.length > 0 && { main_actions }) },
    outcomes,
    terminal_states,
    limits: limitsOf(component),
    confidence: itemConfidence({ outcomes, terminal_states }),
  }
}

function* titles(component: readonly Node[]): Generator<string> {
  const commit = component.flatMap(({ facts }) => facts?.commits ?? []).at(-1)
  if (commit) yield commit.subject
  for (const { chain } of component) {
    if (chain.trigger.type !== 'explicit_user_message') continue
    for (const { text } of chain.trigger.quoted_messages) yield sentence(text, 80)
  }
  const files = [...new Set(component.flatMap(node => [...node.files]))]
  if (files.length > 0) yield `Changed ${list(files, 1)}`
  for (const { chain } of component) yield chain.trigger.summary
}

const ownWill: readonly string[] = ['explicit_user_message', 'user_correction', 'implicit_context']

function triggerOf(component: readonly Node[]): NonNullable<WorkItem['trigger']> {
  const [first] = component
  const about = first?.chain.trigger.summary ?? ''
  const text = component.length > 1 ? `${component.length} human messages; the first: ${about}` : about
  const asking = component.filter(({ chain }) => ownWill.includes(chain.trigger.type))
  return {
    summary: cleanSummary(text, 'The user asked.'),
    evidence_refs: refsOf(asking.length > 0 ? asking : component.slice(0, 1)),
  }
}

function reactionSummary(component: readonly Node[]): string {
  const files = new Set(component.flatMap(node => [...node.files])).size
  const commands = sum(component.map(({ facts }) => facts?.families.shell ?? 0))
  const checks = component.flatMap(({ facts }) => facts?.checks ?? [])
  const ended = (verdict: string) => checks.filter(check => check.verdict === verdict).length
  const parts = [
    files > 0 ? `edited ${plural(files, 'file')}` : '',
    commands > 0 ? `ran ${plural(commands, 'command')}` : '',
    checks.length > 0 ? `${plural(checks.length, 'check')} (${ended('pass')} passed, ${ended('fail')} failed)` : '',
  ].filter(part => part !== '')
  const over = `over ${plural(component.length, 'turn')}.`
  if (parts.length > 0) return capital(`${parts.join(', ')} ${over}`)
  const uses = sum(component.flatMap(({ facts }) => Object.values(facts?.families ?? {})))
  return uses > 0 ? `Used tools ${plural(uses, 'time')} ${over}` : `Replied without using tools ${over}`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const maxActions = 7

function mainActions(component: readonly Node[]): string[] {
  const actions = component
    .flatMap(({ chain }) => chain.agent_reactions.map(({ summary }) => summary))
    .filter(summary => !/^Replied(?::| in \d)/.test(summary))
    .map(summary => cleanSummary(summary, 'An action whose words are withheld.'))
  return [...new Set(actions)].slice(0, maxActions)
}

const unfinished: readonly string[] = ['blocked', 'interrupted', 'failed']

/** How the last turn ended, and the last mishap that no result made good. */
function terminalStates(component: readonly Node[]): WorkItem['terminal_states'] {
  const type = (node: Node) => node.chain.terminal_state.type
  const result = component.findLastIndex(node => type(node) === 'material_result')
  const mishap = component.findLastIndex(node => unfinished.includes(type(node)))
  const places = new Set([component.length - 1, ...(mishap > result ? [mishap] : [])])
  return [...places].flatMap(place => {
    const node = component[place]
    if (!node) return []
    const summary = cleanSummary(node.chain.terminal_state.summary, 'The turn ended.')
    return [{ type: type(node), summary, evidence_refs: refsOf([node]) }]
  })
}

function limitsOf(component: readonly Node[]): string[] {
  const facts = component.flatMap(node => node.facts ?? [])
  const checks = facts.flatMap(each => each.checks)
  const unreadable = sum(facts.map(each => each.malformed_lines))
  const silent = checks.filter(({ verdict }) => verdict === 'unknown').length
  const uses = (family: string) => facts.some(({ families }) => (families[family] ?? 0) > 0)
  return [
    facts.some(({ time_basis }) => time_basis !== 'own') && 'Times are approximate.',
    unreadable > 0 && `${plural(unreadable, 'line')} could not be read.`,
    uses('delegate') && 'Sub-agent transcripts are not part of the evidence.',
    checks.at(-1)?.verdict === 'fail' && 'The last check failed.',
    silent > 0 && `${plural(silent, 'check')} ${silent === 1 ? 'shows' : 'show'} no verdict.`,
    uses('shell') &&
      facts.every(({ files }) => files.length === 0) &&
      'Files changed by shell commands are not listed.',
  ].filter(limit => limit !== false)
}

type Outcome = WorkItem['outcomes'][number]

/** An outcome before its confidence is known, with the turns it rests on. */
interface Draft {
  category: OutcomeCategory
  summary: string
  nodes: readonly Node[]
  isCommit?: true
}

/** What a piece of work brought about, one claim where turns say the same thing again. */
function outcomesOf(component: readonly Node[]): Outcome[] {
  return outcomeCategories
    .flatMap(category => draftsOf(category, component))
    .map(draft => ({
      category: draft.category,
      summary: draft.summary,
      evidence_refs: refsOf(draft.nodes),
      confidence: confidenceOf(draft, component),
    }))
}

function draftsOf(category: OutcomeCategory, component: readonly Node[]): Draft[] {
  switch (category) {
    case 'code_outcome':
    case 'document_outcome':
      return [...fileDrafts(category, component), ...commitDrafts(category, component)]
    case 'validation_outcome':
      return newest(category, component.filter(stillHolds(component)).filter(claims(category)).slice(-1))
    case 'blocker_outcome':
      return newest(category, component.filter(stillFails(component)))
    default:
      return newest(category, component)
  }
}

const maxNamed = 3

/** The newest distinct claims of a category, in order. */
function newest(category: OutcomeCategory, nodes: readonly Node[], isWanted = (_: string) => true): Draft[] {
  const drafts = new Map<string, Node[]>()
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
}

function fileDrafts(category: keyof typeof fileWords, component: readonly Node[]): Draft[] {
  const claiming = component.filter(claims(category))
  const ownFiles = (node: Node) => (node.facts?.files ?? []).filter(({ path }) => artifactCategory(path) === category)
  const nodes = claiming.filter(node => ownFiles(node).length > 0)
  const committed = component.some(node => (node.facts?.commits.length ?? 0) > 0)
  if (nodes.length === 0) return newest(category, claiming, text => !(committed && /^Committed\b/.test(text)))
  const files = nodes.flatMap(ownFiles)
  const paths = new Set(files.map(({ path }) => path))
  const [added, removed] = [sum(files.map(file => file.added)), sum(files.map(file => file.removed))]
  const sizes = added + removed > 0 ? ` (+${added} −${removed})` : ''
  const { verb, fallback } = fileWords[category]
  const summary = cleanSummary(`${verb} ${plural(paths.size, 'file')}: ${list(paths)}${sizes}.`, fallback)
  return [{ category, summary, nodes }]
}

function commitDrafts(category: OutcomeCategory, component: readonly Node[]): Draft[] {
  const nodes = component.filter(node => (node.facts?.commits.length ?? 0) > 0)
  const commits = nodes.flatMap(node => node.facts?.commits ?? [])
  const last = commits.at(-1)
  const files = component.flatMap(node => [...node.files])
  const onlyDocuments = files.length > 0 && files.every(path => artifactCategory(path) === 'document_outcome')
  if (!last || category !== (onlyDocuments ? 'document_outcome' : 'code_outcome')) return []
  const words = `“${excerpt(last.subject, 80, null)}” (${last.hash}).`
  const [text, fallback] =
    commits.length === 1
      ? [`Committed ${words}`, 'Committed once.']
      : [`Committed ${plural(commits.length, 'time')}; the last is ${words}`, 'Committed several times.']
  return [{ category, summary: cleanSummary(text, fallback), nodes, isCommit: true }]
}

function claims(category: OutcomeCategory): (node: Node) => boolean {
  return ({ chain }) => chain.outcomes.some(outcome => outcome.category === category)
}

/** A check that passed and failed later proves nothing any more. */
function stillHolds(component: readonly Node[]): (node: Node) => boolean {
  const last = lastVerdicts(component)
  return node => {
    const passed = [...lastVerdicts([node])].filter(([, { verdict }]) => verdict === 'pass')
    return passed.length === 0 || passed.some(([kind]) => last.get(kind)?.verdict !== 'fail')
  }
}

/** A failed check is a blocker until it passes; a blocker of another nature stays one. */
function stillFails(component: readonly Node[]): (node: Node) => boolean {
  const last = lastVerdicts(component)
  return node => {
    const failed = [...lastVerdicts([node])].filter(([, { verdict }]) => verdict === 'fail')
    return failed.length === 0 || failed.some(([kind]) => last.get(kind)?.node === node)
  }
}

/** How far an outcome can be trusted, by what happened to it afterwards. */
function confidenceOf(draft: Draft, component: readonly Node[]): Confidence {
  if (draft.category === 'decision_outcome' || draft.isCommit || wasSettled(draft, component)) return 'high'
  const lastCheck = component.flatMap(node => node.facts?.checks ?? []).at(-1)
  const interrupted = draft.nodes.some(
    ({ chain, facts }) => facts?.interrupted || chain.terminal_state.type === 'interrupted',
  )
  return lastCheck?.verdict === 'fail' || interrupted ? 'low' : 'medium'
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

/** Committed, or tested or built with success, after the last edit it is about. */
function wasSettled({ category, nodes }: Draft, component: readonly Node[]): boolean {
  if (!aboutEdits.includes(category)) return false
  const described = category === 'validation_outcome' ? component : nodes
  const lastEdit = described.findLast(({ files }) => files.size > 0)
  if (!lastEdit) return nodes.some(passes)
  const later = component.slice(component.indexOf(lastEdit))
  return later.some(
    node => (node.facts?.commits.length ?? 0) > 0 || (passes(node) && (node !== lastEdit || passedAfterEdit(node))),
  )
}

function passes(node: Node): boolean {
  const last = lastVerdicts([node])
  return last.get('test')?.verdict === 'pass' || last.get('build')?.verdict === 'pass'
}

/** The facts do not say what came first within a turn; the lines its outcomes cite do. */
function passedAfterEdit({ chain }: Node): boolean {
  const lastLine = (categories: readonly string[]) =>
    Math.max(
      0,
      ...chain.outcomes
        .filter(({ category }) => categories.includes(category))
        .flatMap(({ citations }) => citations.map(({ lines }) => spanIn(lines)?.end ?? 0)),
    )
  return lastLine(['validation_outcome']) >= lastLine(['code_outcome', 'document_outcome', 'process_outcome', 'other'])
}

/** A text fit to be written; here nothing is known of the project's folder. */
function cleanSummary(text: string, fallback: string): string {
  return summary(text, fallback, null)
}

/** The first of some texts that can be a title. */
function titleOf(candidates: Iterable<string>, fallback: string): string {
  for (const candidate of candidates) {
    const title = excerpt(candidate, 80, null)
    if (title !== '' && !findUnwritable(title)) return title
  }
  return fallback
}
