import { labelOf } from '../../../transcripts/agents.ts'
import type { Terminal } from '../terminal.ts'
import type { Output } from '../verb.ts'
import { visible } from '../visible.ts'
import { diaryVerb } from './part.ts'

export const searchHistory = diaryVerb('search_history', {
  summary: 'find what was said and done in all sessions of all agents',
  args: { 'words...': 'query' },
  flags: [['page <handle>', 'page', 'go on where the answer before stopped']],
  own: { 'no-refresh': 'do not read what changed since the last indexing first' },
  more: `A query has words, "phrases", -not, OR, word*, and filters: agent: project: branch: file: tool: role:user|agent|tool
is:error before:2025-03-01 after:7d. A name matches whole and in parts: parseInstant, parse_instant, instant.
`,
  examples: ['search rounding', `search '"half penny" project:till after:30d'`, 'search is:error tool:shell'],
  dayless: true,
  async ask({ call }, given, { refresh }) {
    if (refresh !== false) await call('diary_index', {})
    return call('search_history', given)
  },
  show({ sessions, matched, next_page, behind }, page) {
    if (sessions.length === 0) page.line('Nothing found.')
    if (sessions.length > 0 && matched === 'any') page.line('No passage holds every word; these hold some.')
    for (const session of sessions) showSession(session, page)
    page.note(
      behind > 0 && `${behind} sessions changed since they were indexed.`,
      next_page !== null && `More: --page ${next_page}`,
    )
  },
})

function showSession(session: Output<'search_history'>['sessions'][number], page: Terminal): void {
  const { colors, line } = page
  const { session_ref, source, project, title, last_at, hits, passages } = session
  page.heading(visible([last_at?.slice(0, 10), project, labelOf(source), title].filter(Boolean).join(' · ')))
  for (const { lines, role, tool, is_error, excerpt, matches } of hits) {
    const who = is_error ? colors.red('error') : (tool ?? role)
    line(`${session_ref}:${lines.split('-')[0]}  ${who}  ${marked(excerpt, matches, colors.bold)}`)
  }
  if (passages > hits.length) line(colors.dim(`and ${passages - hits.length} more passages that may hold it`))
}

function marked(
  text: string,
  matches: readonly (readonly [number, number])[],
  paint: (text: string) => string,
): string {
  let shown = ''
  let at = 0
  for (const [from, to] of matches) {
    shown += visible(text.slice(at, from)) + paint(visible(text.slice(from, to)))
    at = to
  }
  return shown + visible(text.slice(at))
}
