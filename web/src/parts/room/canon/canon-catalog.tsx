import { useQuery } from '@tanstack/react-query'
import { roomQuery } from '../../../state/room/queries.ts'
import { Loaded } from '../../loaded.tsx'
import { Markdown } from '../../markdown.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { FileLink } from '../file-link.tsx'

/** The index as tools and agents read it. */
export function CanonCatalog({ project }: { project: string }) {
  const file = useQuery(roomQuery(project, 'room_file_show', { path: 'Canon.md' }))
  return (
    <section className="block canon-catalog" aria-label="The index">
      <div className="block-head">
        <h2>The index</h2>
        <span className="block-more">
          <FileLink project={project} path="Canon.md" />
        </span>
      </div>
      <Loaded query={file} label="the index" lines={8}>
        {({ content }) => <Markdown project={project} text={safeText(withoutTitle(content))} />}
      </Loaded>
    </section>
  )
}

/** The page has a heading of its own. */
function withoutTitle(content: string): string {
  return content.replace(/^# .*\n/, '')
}
