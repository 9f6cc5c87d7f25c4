import { useQuery } from '@tanstack/react-query'
import { roomQuery } from '../../../state/room/queries.ts'
import { counted } from '../../../state/words.ts'
import { Loaded } from '../../loaded.tsx'
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
            <p className="outline-count">{counted(outline.scenes.length, 'entry', 'entries')}</p>
            <ol className="outline-entries">
              {outline.scenes.map(({ number, title, pov, summary, start_line, end_line }) => (
                <li key={number}>
                  <span className="outline-number tabular" aria-hidden="true">
                    {number}
                  </span>
                  <div>
                    <h2>{safeText(title)}</h2>
                    {pov !== undefined && <span className="tag">POV {safeText(pov)}</span>}
                    <p>{safeText(summary)}</p>
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
