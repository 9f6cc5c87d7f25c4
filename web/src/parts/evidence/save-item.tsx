import { plainLine, withoutControls } from '../../../../src/diary/report/text/plain.ts'
import type { DayItem } from '../../state/diary/day-view.ts'
import { CitedBy } from './cited-by.tsx'
import { SaveAsDecision } from './save-as-decision.tsx'

interface Props {
  date: string
  projectKey: string
  item: DayItem
}

/** Keeps a work item as a decision that cites it and the lines its outcomes rest on; and the records that do so already. */
export function SaveItem({ date, projectKey, item }: Props) {
  const place = `diary:${date}/${projectKey}`
  return (
    <div className="row wrap gap-y-4 gap-x-12">
      <SaveAsDecision
        projectKey={projectKey}
        source={() => ({
          title: plainLine(item.title),
          summary: withoutControls(item.outcomes[0]?.summary ?? item.sentence?.text ?? ''),
          body: withoutControls(bodyOf(item)),
          evidence: [
            { kind: 'work_item', ref: `${place}/${item.work_item_ref}` },
            ...citationsOf(item)
              .slice(0, mostCitations)
              .map(({ project_key, session_ref, lines, span_sha256 }) => ({
                kind: 'transcript' as const,
                ref: `diary:${date}/${project_key}/${session_ref}`,
                lines,
                sha256: span_sha256,
              })),
          ],
        })}
      />
      <CitedBy places={[`${place}/${item.work_item_ref}`]} />
    </div>
  )
}

/** Of a long item the lines that its sentence rests on are enough; the item itself is cited as well. */
const mostCitations = 8

function citationsOf({ sentence, outcomes }: DayItem) {
  const inShort = sentence?.citations ?? []
  return inShort.length > 0 ? inShort : outcomes.flatMap(({ citations }) => citations)
}

function bodyOf({ trigger_summary, agent_reaction_summary, outcomes, title }: DayItem): string {
  const parts = [
    // Most say it themselves: “User asked: …”.
    trigger_summary && (/^User /.test(trigger_summary) ? trigger_summary : `Asked: ${trigger_summary}`),
    agent_reaction_summary && `Done: ${agent_reaction_summary}`,
    ...outcomes.map(({ summary }) => `- ${summary}`),
  ].filter(part => part !== undefined && part !== '')
  return parts.join('\n\n') || title
}
