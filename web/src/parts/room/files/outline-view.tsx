import '../room.css'
import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../../../../src/kernel/numbers.ts'
import { roomQuery } from '../../../state/room/queries.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { FileLink } from '../file-link.tsx'

/** The outline as a list of entries: the event, its point of view, and where it is written. */
export function OutlineView({ project }: { project: string }) {
  const query = useQuery(roomQuery(project, 'room_outline_show', {}))
  return (
    <Loaded query={query} label="the outline" lines={8}>
      {({ outline }) =>
        outline === null ? (
          <p className="block-none">The workspace has no outline. Create Story/SCN-outline.md.</p>
        ) : (
          <>
            <p className="soft text-s">{formatCount(outline.scenes.length, 'entry', 'entries')}</p>
            <ol className="outline-entries stack gap-2 mt-8">
              {outline.scenes.map(({ number, title, pov, summary, start_line, end_line }) => (
                <li className="stack gap-12 py-12 border-top" key={number}>
                  <span className="tabular muted text-l text-right" aria-hidden="true">
                    {number}
                  </span>
                  <div className="stack justify-items-start gap-6">
                    <h2 className="text-m">{safeText(title)}</h2>
                    {pov !== undefined && <span className="tag">POV {safeText(pov)}</span>}
                    <p className="soft text-s pretty">{safeText(summary)}</p>
                    <FileLink project={project} path={outline.path} from={start_line} to={end_line} />
                  </div>
                </li>
              ))}
            </ol>
            {outline.other_candidates.length > 0 && (
              <p className="note">
                Other files that look like outlines: {outline.other_candidates.map(safeText).join(', ')}
              </p>
            )}
          </>
        )
      }
    </Loaded>
  )
}
