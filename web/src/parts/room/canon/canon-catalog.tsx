import '../room.css'
import { useQuery } from '@tanstack/react-query'
import { roomQuery } from '../../../state/room/queries.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Markdown } from '../../../ui/markdown.tsx'
import { Section } from '../../../ui/section.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { FileLink } from '../file-link.tsx'

/** The index as tools and agents read it: the catalog of cards first, then the rest. */
export function CanonCatalog({ project }: { project: string }) {
  const file = useQuery(roomQuery(project, 'room_file_show', { path: 'Canon.md' }))
  return (
    <Section
      title="The index"
      more={
        <span className="block-more">
          <FileLink project={project} path="Canon.md" />
        </span>
      }
    >
      <Loaded query={file} label="the index" lines={8}>
        {({ content }) => {
          const sections = sectionsOf(content)
          const catalog = sections.find(({ title }) => title === 'File Catalog')
          return (
            <>
              {catalog && <Markdown project={project} text={safeText(catalog.text)} wide />}
              {sections
                .filter(section => section !== catalog)
                .map(({ title, text }) => (
                  <details key={title} className="filed-file">
                    <summary className="py-6 text-s pointer break-anywhere">{safeText(title)}</summary>
                    <Markdown project={project} text={safeText(text)} wide />
                  </details>
                ))}
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}

/** The text below each heading; before the first there is only the file's title. */
function sectionsOf(content: string): { title: string; text: string }[] {
  const [, ...sections] = content.split(/^## /m)
  return sections.map(section => {
    const end = section.indexOf('\n')
    return { title: section.slice(0, end), text: section.slice(end + 1) }
  })
}
