import { stemOf } from '../text/scene-head.ts'
import { parseOutline } from '../workspace/outline.ts'
import type { FileText } from '../workspace/vfs.ts'
import type { Citation } from './citation.ts'
import type { CitedFiles } from './cited-files.ts'
import { rootsIn } from './claim-words.ts'
import { type SearchableFile, searchable } from './searchable-file.ts'
import type { Known } from './statements.ts'

/** The words of the files a line cites: what a statement with them is about can be told. */
export async function knownWords({ sources, scope }: Citation, files: CitedFiles): Promise<Known> {
  const titles = new Set<string>()
  const cited = new Set<string>()
  const add = (to: Set<string>, roots: Iterable<string>) => {
    for (const root of roots) to.add(root)
  }
  const named = [...sources.flatMap(({ file }) => file ?? []), ...(scope?.files ?? [])]
  for (const file of new Set(named.slice(0, maxSources))) {
    add(titles, rootsIn(stemOf(file.path).replaceAll('-', ' ')))
    const text = await files.read(file)
    if ('fault' in text) continue
    add(cited, rootsOfFile(text))
    if (file.class === 'outline') add(titles, rootsIn(titlesOf(text)))
  }
  return { titles, cited }
}

const maxSources = 8
const maxRead = 200_000

const made = new WeakMap<SearchableFile, ReadonlySet<string>>()

function rootsOfFile(text: FileText): ReadonlySet<string> {
  const file = searchable(text)
  const roots = made.get(file) ?? rootsIn(file.content.slice(0, maxRead))
  made.set(file, roots)
  return roots
}

function titlesOf({ content }: FileText): string {
  return parseOutline(content.slice(0, maxRead))
    .scenes.map(({ title }) => title)
    .join(' ')
}
