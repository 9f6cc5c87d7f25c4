import { agents, worktreeFolders } from '../../transcripts/agents.ts'
import type { OutcomeCategory } from '../schema.ts'

/** Where a file is, seen from its project. */
interface ProjectPath {
  /** The same for the same file, however it was named. */
  key: string
  /** What may be shown: relative inside the project, else no more than the last component. */
  shown: string
  /** What shows its purpose: relative inside the project, else the whole path. */
  full: string
  isInside: boolean
}

export function placeOf(path: string, root: string | null): ProjectPath {
  const full = normal(path)
  const inside = relative(full, root === null ? null : normal(root))
  if (inside !== null) return { key: inside, shown: inside, full: inside, isInside: true }
  return {
    key: full,
    shown: isAbsolute(full) ? `…/${lastComponent(full)}` : full,
    full: full.replace(worktree, '/'),
    isInside: false,
  }
}

/** The path relative to the project, or `…/<last component>` of a file outside it. */
export function rel(path: string, root: string | null): string {
  return placeOf(path, root).shown
}

function relative(path: string, root: string | null): string | null {
  if (!isAbsolute(path)) return path.startsWith('../') || path === '..' ? null : path.replace(ownWorktree, '')
  if (root === null || root === '/') return null
  if (path === root) return '.'
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1).replace(ownWorktree, '') : null
}

/** A worktree is the same project, not a folder of its own or of an agent's settings. */
const worktrees = worktreeFolders.map(folder => folder.replaceAll('.', '\\.')).join('|')
const ownWorktree = new RegExp(`^(?:${worktrees})/[^/]+/(?=.)`)
const worktree = new RegExp(`/(?:${worktrees})/[^/]+/`)

/** `/` between the components, none of them `.`, and `..` only where nothing is left to go up from. */
function normal(path: string): string {
  const slashed = path.trim().replaceAll('\\', '/')
  const drive = /^[A-Za-z]:(?=\/)/.exec(slashed)?.[0].toUpperCase() ?? ''
  const rest = slashed.slice(drive.length)
  const rooted = rest.startsWith('/')
  const kept: string[] = []
  for (const component of rest.split('/')) {
    if (component === '' || component === '.') continue
    if (component !== '..') kept.push(component)
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop()
    else if (!rooted) kept.push('..')
  }
  return `${drive}${rooted ? '/' : ''}${kept.join('/')}` || '.'
}

function isAbsolute(path: string): boolean {
  return /^(?:[A-Za-z]:)?\//.test(path)
}

function lastComponent(path: string): string {
  return path.split('/').findLast(component => component !== '') ?? ''
}

/** Where things are made only to try something. */
export function isTemporary(path: string): boolean {
  return /^(?:\/private)?\/(?:tmp|var\/(?:tmp|folders))(?:\/|$)|\/(?:te?mp|scratch(?:pad)?)(?:\/|$)/i.test(path)
}

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
  // A plan is a document, wherever the agent keeps it.
  if (folders.at(-1) === 'plans') return false
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
