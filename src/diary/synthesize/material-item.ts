import { list, plural, sentence } from '../extract/text.ts'
import type { WorkItem } from '../schema.ts'
import { type Node, refsOf, sum } from './node.ts'
import { itemConfidence, outcomesOf } from './outcomes.ts'
import { said, titleOf } from './words.ts'

/** The work item that tells of one component, without its ref. */
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
    summary: said(text, 'The user asked.'),
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

const mostActions = 7

function mainActions(component: readonly Node[]): string[] {
  const actions = component
    .flatMap(({ chain }) => chain.agent_reactions.map(({ summary }) => summary))
    .filter(summary => !/^Replied(?::| in \d)/.test(summary))
    .map(summary => said(summary, 'An action whose words are withheld.'))
  return [...new Set(actions)].slice(0, mostActions)
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
    const summary = said(node.chain.terminal_state.summary, 'The turn ended.')
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
