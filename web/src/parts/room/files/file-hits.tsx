import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { roomQuery } from '../../../state/room/queries.ts'
import { moveWithArrows } from '../../../state/rows.ts'
import { counted } from '../../../state/words.ts'
import { Loaded } from '../../loaded.tsx'
import { piecesOf, safeText } from '../../transcript/safe-text.ts'

/** The lines that contain a text, in the order of the tree. */
export function FileHits({ project, words }: { project: string; words: string }) {
  const found = useQuery({
    ...roomQuery(project, 'room_search_files', { q: words, limit: 200 }),
    placeholderData: before => before,
  })
  return (
    <Loaded query={found} label="what was found" lines={6}>
      {({ hits, total }) => (
        <div className="file-hits">
          <p className="search-total" role="status">
            {total === 0 ? 'No matches.' : counted(total, 'line')}
            {total > hits.length && `, the first ${hits.length} of them here`}
          </p>
          <ul aria-label="Lines found">
            {hits.map(({ path, line, text, column }) => (
              <li key={`${path}:${line}:${column}`}>
                <Link
                  to="/p/$project/room/files"
                  params={{ project }}
                  search={{ path, view: 'raw', from: line, to: line, q: words }}
                  className="file-hit"
                  data-row
                  onKeyDown={moveWithArrows}
                >
                  <span className="file-hit-place">
                    <span className="truncate">{safeText(path)}</span> <span className="tabular">{line}</span>
                  </span>
                  <span className="file-hit-text">
                    {piecesOf(safeText(text), words).map((piece, at) =>
                      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line have no other name
                      at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece,
                    )}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Loaded>
  )
}
