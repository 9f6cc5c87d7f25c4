import type { Agent } from '../agents/registry.ts'
import { evidenceRules } from '../prompts/evidence-rules.ts'
import type { TaskPacket } from './packet.ts'

/** A packet as whoever carries it out is told it. The rules of evidence are for those who write freely. */
export function taskMessage(packet: TaskPacket, agent: Agent, options: { isFree: boolean; before?: string }): string {
  const { intent, target, inputs, constraints, output_contract, scope } = packet
  const path = target.canonical_path ?? target.scene_ref
  const told: [label: string, text: string][] = [
    ['Task', intent],
    ['Target', path],
    ['Files', inputs.files.filter(each => each !== path).join(', ')],
    ['Cards', inputs.canon.join(', ')],
    ['Rules', constraints.rules.join(' ')],
    ['Not wanted', constraints.forbidden.join(' · ')],
    ['Told by', constraints.pov],
    ['Tense', constraints.tense],
    ['Manner', constraints.style],
    ['Only within', scope.allowed.join(', ')],
    ['Stay away from', scope.blocked.join(', ')],
    ['Expected', output_contract.expected_artifacts.join(', ')],
    ['Stop when', output_contract.stop_conditions.join(' · ')],
  ]
  const lines = options.isFree ? told : told.slice(0, 2)
  return [
    inputs.context,
    lines
      .filter(([, text]) => text !== '')
      .map(([label, text]) => `${label}: ${text}`)
      .join('\n'),
    ...(options.isFree ? [reporting, evidenceRules(agent.role, agent.evidenceSources)] : []),
    ...(options.before === undefined ? [] : [`The last report did not hold: ${options.before}. Report again.`]),
  ]
    .filter(part => part !== '')
    .join('\n\n')
}

const reporting = [
  'Report in one object. inputs_used names only files of the task or files your tools have read; outputs_produced only what is expected.',
  'report_excerpt is the report itself and is held to the rules below; each of citations is what follows "Evidence:" in such a line.',
].join('\n')
