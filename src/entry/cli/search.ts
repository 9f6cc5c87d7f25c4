import { groupBy } from '../../kernel/group.ts'
import { formatCount } from '../../kernel/numbers.ts'
import { errorHistoryText } from '../../query/error-history.ts'
import { diaryVerb } from './diary/part.ts'
import { markMatches } from './rows.ts'
import type { Terminal } from './terminal.ts'
import type { Output } from './verb.ts'

export const search = diaryVerb('search', {
  summary: 'find what was said and done in all sessions, and records, work items, days, issues and files',
  args: { 'words...': 'query' },
  takesHyphenedWords: true,
  flags: [
    ['in <parts>', 'in', 'only these parts: sessions, records, items, days, issues, files, projects'],
    ['limit <n>', 'limit', 'hits of each part, 5 when not given'],
    ['page <handle>', 'page', 'go on where the answer before stopped, with one part in --in'],
    ['project <id>', 'project_id'],
  ],
  own: { 'no-refresh': 'do not read what changed since the last indexing first' },
  more: `A query has words, "phrases", -not, OR, word*, and filters: agent: project: branch: file: tool: role:user|agent|tool
is:error before:2025-03-01 after:7d. A name matches whole and in parts: parseInstant, parse_instant, instant.
A part that does not know a filter is left out, and the answer says so.
`,
  examples: [
    'search rounding',
    `search '"half penny" project:till after:30d'`,
    'search is:error tool:shell',
    'search penny -test',
    'search --in records,issues tax',
  ],
  dayless: true,
  progress: true,
  async ask({ call }, given, { refresh }) {
    const asksSessions = !Array.isArray(given.in) || given.in.includes('sessions')
    if (refresh !== false && asksSessions) await call('diary_index', {})
    return call('search', given)
  },
  show({ facets }, page) {
    const found = facets.filter(facet => facet.state === 'answered' && facet.total > 0)
    if (found.length === 0) page.line('Nothing found.')
    for (const facet of facets) if (facet.state === 'answered') showFacet(facet, page)
    // Most parts are left out for one and the same reason.
    const silent = facets.flatMap(facet => (facet.state === 'answered' ? [] : [facet]))
    for (const [reason, parts] of groupBy(silent, facet => facet.reason)) {
      page.note(`${parts.map(({ facet }) => names[facet]).join(', ')}: ${reason}`)
    }
  },
})

type Facet = Output<'search'>['facets'][number]
type Answered = Extract<Facet, { state: 'answered' }>
type Hit = Answered['hits'][number]

const names: { [facet in Facet['facet']]: string } = {
  sessions: 'Sessions',
  records: 'Records',
  items: 'Work items',
  days: 'Days',
  issues: 'Issues',
  files: 'Files',
  projects: 'Projects',
}

function showFacet({ facet, total, total_is, matched, hits, next_page, behind }: Answered, page: Terminal): void {
  if (total > 0) {
    page.heading(`${names[facet]} · ${total_is === 'exact' ? total : `at most ${total}`}`)
    if (matched === 'any') page.line('Nothing has every word; these have some.')
    for (const hit of hits) showHit(hit, page)
  }
  page.note(
    behind > 0 && `${formatCount(behind, 'session')} changed or new since the last indexing: daybook diary index`,
    next_page !== null && `More: --in ${facet} --page ${next_page}`,
  )
}

function showHit({ id, title, label, at, excerpt, matches, passages }: Hit, { line, colors }: Terminal): void {
  const about = [at?.slice(0, 10), label].filter(Boolean).join(' · ')
  if (!passages) {
    line(`${id}  ${title}  `, colors.dim(about))
    if (excerpt !== '' && excerpt !== title) line('  ', ...markMatches(excerpt, matches, colors.bold))
    return
  }
  line(`${title}  `, colors.dim(about))
  for (const passage of passages) {
    const place = `${id}:${passage.citation?.lines.split('-')[0] ?? ''}`
    const who = passage.label === 'error' ? colors.red('error') : passage.label
    line(`  ${place}  `, who, '  ', ...markMatches(passage.excerpt, passage.matches, colors.bold))
    if (passage.error_history) {
      for (const known of errorHistoryText(passage.error_history)) line('    ', colors.dim(known))
    }
  }
}
