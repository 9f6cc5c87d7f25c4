import { plural } from '../../extract/text.ts'
import type { Chain } from '../../schema.ts'
import type { Citation } from '../schema.ts'
import { terminalNames } from '../text/names.ts'
import type { ReportView } from '../view.ts'
import { citing } from './claims.ts'
import { html, type Markup, prose } from './markup.ts'

/** Every chain, turn by turn: what the claims above rest on. */
export function evidenceAppendix(view: ReportView): Markup | false {
  const projects = view.report.projects.flatMap(({ project_key, project_label }) => {
    const project = view.evidence.get(project_key)
    const chains = [...(project?.citations ?? [])].flatMap(([turn, citation]) => {
      const chain = project?.chains.get(turn)
      return chain ? [chainBlock(view, chain, citation)] : []
    })
    if (chains.length === 0) return []
    return [
      html`<details><summary>${project_label}: ${plural(chains.length, 'chain')}</summary><div>${chains}</div></details>`,
    ]
  })
  return (
    projects.length > 0 &&
    html`<section aria-labelledby="evidence"><h2 id="evidence">Evidence</h2>
<p class="meta">What each turn shows, with the lines of its transcript. Every claim above rests on these.</p>${projects}</section>`
  )
}

function chainBlock(view: ReportView, chain: Chain, citation: Citation): Markup {
  const claims: Array<[string, { summary: string; citations: ReadonlyArray<{ lines: string }> }]> = [
    ['Trigger', chain.trigger],
    ...chain.agent_reactions.map(reaction => ['Reaction', reaction] satisfies [string, object]),
    ...chain.outcomes.map(outcome => ['Outcome', outcome] satisfies [string, object]),
    ...chain.observed_checks.map(check => ['Check', check] satisfies [string, object]),
    [terminalNames[chain.terminal_state.type], chain.terminal_state],
  ]
  return html`<div class="chain"><h3>${chain.turn_ref} ${citing(view.cited, [citation], citation.project_key)} <span class="chip">${chain.materiality}</span></h3><dl>
${claims.map(
  ([name, { summary, citations }]) =>
    html`<dt>${name}</dt><dd>${prose(summary)} <span class="cites">${citations.map(({ lines }) => lines).join(', ')}</span></dd>`,
)}</dl></div>`
}
