import { useDiaryPlace } from '../../state/diary/addresses.ts'
import { linesQuery } from '../../state/diary/queries.ts'
import { queryClient } from '../../state/queries.ts'
import { textOf } from '../diary/lines-preview.tsx'
import type { LineSpan } from '../transcript/line-address.ts'
import { SaveAsDecision } from './save-as-decision.tsx'

/** So many of the selected lines are quoted; all of them are cited. */
const mostQuoted = 20

/** Keeps the selected lines of a transcript as a decision. */
export function SaveLines({ selection: { start, end } }: { selection: LineSpan }) {
  const { date, key, session } = useDiaryPlace()
  return (
    <SaveAsDecision
      projectKey={key}
      source={async () => {
        const last = Math.min(end, start + mostQuoted - 1)
        const records = await queryClient
          .fetchQuery(linesQuery(date, key, session, start, last))
          .catch(() => [] as { [key: string]: unknown }[])
        const text = records
          .map(textOf)
          .filter(line => line !== '')
          .join('\n\n')
        return {
          title: text.split('\n')[0] ?? '',
          summary: '',
          body: text || `Lines ${start}-${end} of ${session} on ${date}.`,
          evidence: [{ kind: 'transcript', ref: `diary:${date}/${key}/${session}`, lines: `${start}-${end}` }],
        }
      }}
    />
  )
}
