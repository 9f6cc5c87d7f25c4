import { agents } from '../../transcripts/agents.ts'
import type { OutcomeCategory } from '../schema.ts'

/** What a changed file is to the project, by its path. */
export function artifactCategory(path: string): OutcomeCategory {
  const components = path.split('/')
  const name = components.at(-1) ?? ''
  if (isProcess(components, name)) return 'process_outcome'
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (documents.has(extension)) return 'document_outcome'
  return assets.has(extension) ? 'other' : 'code_outcome'
}

const instructions = new Set([...agents.flatMap(agent => agent.instructionFiles), 'SKILL.md', '.gitlab-ci.yml'])
const agentFolders = new Set(agents.map(agent => agent.settingsFolder))

function isProcess(components: readonly string[], name: string): boolean {
  const folders = components.slice(0, -1)
  if (instructions.has(name) || folders.some(folder => agentFolders.has(folder))) return true
  const below = components[components.lastIndexOf('.github') + 1] ?? ''
  return folders.includes('.github') && ((below === 'workflows' && below !== name) || /template/i.test(below))
}

const documents = new Set('md mdx markdown txt rst adoc asciidoc org tex doc docx odt rtf pdf ppt pptx'.split(' '))
const assets = new Set(
  [
    'png jpg jpeg gif webp bmp ico icns tif tiff svg avif heic psd',
    'mp3 wav ogg oga opus flac m4a aac aiff mid midi',
    'mp4 mov webm avi mkv',
    'woff woff2 ttf otf eot',
    'zip tar gz tgz bz2 xz zst 7z rar',
  ].flatMap(names => names.split(' ')),
)
