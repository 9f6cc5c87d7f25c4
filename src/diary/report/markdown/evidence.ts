import type { Chain } from '../../schema.ts'
import type { Citation } from '../schema.ts'
import { terminalNames } from '../text/names.ts'
import type { ReportView } from '../view.ts'
import { citing } from './claims.ts'
import { md } from './escape.ts'
import { folded } from './project.ts'

/** Every chain, turn by turn: what the claims above rest on. */
export function evidenceAppendix(view: ReportView): string[] {
  const blocks = view.report.projects.flatMap(({ project_key, project_label }) => {
    const project = view.evidence.get(project_key)
    const turns = [...(project?.citations ?? [])].flatMap(([turn, citation]) => {
      const chain = project?.chains.get(turn)
      return chain ? [turnBlock(view, chain, citation)] : []
    })
    return folded(`${project_label}: ${turns.length} ${turns.length === 1 ? 'chain' : 'chains'}`, turns.join('\n\n'))
  })
  return blocks.length === 0 ? [] : ['## Evidence', ...blocks]
}

function turnBlock(view: ReportView, chain: Chain, citation: Citation): string {
  const { trigger, agent_reactions, outcomes, observed_checks, terminal_state } = chain
  const claim = ({ summary, citations }: { summary: string; citations: ReadonlyArray<{ lines: string }> }) =>
    `${md(summary)} (${citations.map(({ lines }) => lines).join(', ') || 'no lines'})`
  return [
    `**${chain.turn_ref}** ${citing(view, [citation], citation.project_key)} · ${chain.materiality}\n`,
    `- Trigger: ${claim(trigger)}`,
    ...agent_reactions.map(reaction => `- Reaction: ${claim(reaction)}`),
    ...outcomes.map(outcome => `- Outcome: ${claim(outcome)}`),
    ...observed_checks.map(check => `- Check: ${claim(check)}`),
    `- ${terminalNames[terminal_state.type]}: ${claim(terminal_state)}`,
  ].join('\n')
}
