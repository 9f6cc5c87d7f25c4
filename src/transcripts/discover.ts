import { readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { byteOrder } from '../kernel/byte-order.ts'
import type { Environment, Place, Places, SourceReader, TranscriptFile } from './reader.ts'

interface Discovery {
  roots: RootState[]
  /** Sorted by path, each real file once. */
  files: TranscriptFile[]
  /** Paths that are there and cannot be looked at. */
  unreadable: string[]
}

export interface RootState {
  source: string
  root: string
  state: 'ok' | 'missing' | 'disabled' | 'unreadable'
}

/** Finds a source's transcripts. Nothing that is wrong with a directory or a file stops it. */
export function discover(reader: SourceReader, environment: Environment): Discovery {
  const { disabled, places } = reader.places(environment)
  const { source } = reader
  if (disabled) return { roots: [{ source, root: '', state: 'disabled' }], files: [], unreadable: [] }
  const walks = places.map(place => walk(reader, place))
  const found = inOrder(walks.flatMap(({ files }) => files))
  // A file of a folder is found once, unless a link or another place leads to it as well.
  const mayRepeat = walks.filter(({ files }) => files.length > 0).length > 1 || walks.some(({ linked }) => linked)
  const files = mayRepeat ? eachOnce(found) : found.map(({ file }) => file)
  const roots = walks.map(({ state }, i) => ({ source, root: places[i]?.path ?? '', state }))
  const unreadable = walks.flatMap(one => one.unreadable).sort(byteOrder)
  return { roots, files, unreadable: [...new Set(unreadable)] }
}

interface FoundFile {
  file: TranscriptFile
  real: string
}

interface Walk {
  state: RootState['state']
  files: FoundFile[]
  /** One of the files was reached by a link. */
  linked: boolean
  unreadable: string[]
}

/** Nearly always they are in order already, and looking is cheaper than sorting. */
function inOrder(found: FoundFile[]): FoundFile[] {
  for (let i = 1; i < found.length; i++) {
    if (byteOrder(found[i - 1]?.file.path ?? '', found[i]?.file.path ?? '') > 0) {
      return found.sort((a, b) => byteOrder(a.file.path, b.file.path))
    }
  }
  return found
}

function eachOnce(found: readonly FoundFile[]): TranscriptFile[] {
  const seen = new Set<string>()
  const files: TranscriptFile[] = []
  for (const { file, real } of found) {
    if (!seen.has(real)) files.push(file)
    seen.add(real)
  }
  return files
}

function walk(reader: SourceReader, place: Place): Walk {
  const walked: Walk = { state: 'ok', files: [], linked: false, unreadable: [] }
  const entry = look(place.path)
  if (!entry) return { ...walked, state: 'missing' }
  if (entry === 'unreadable') return { ...walked, state: 'unreadable', unreadable: [place.path] }
  if (!entry.isDirectory) addFile(walked, reader, place, basename(place.path), place.path, entry.real)
  else walkDirectory(walked, reader, place, { relative: '', path: join(place.path), real: entry.real })
  return walked
}

interface Folder {
  /** Inside the place, with `/` between the parts. */
  relative: string
  path: string
  real: string
}

function walkDirectory(walked: Walk, reader: SourceReader, place: Place, folder: Folder): void {
  for (const entry of entriesOf(walked, folder)) {
    const relative = folder.relative === '' ? entry.name : `${folder.relative}/${entry.name}`
    const path = within(folder.path, entry.name)
    const real = folder.real === folder.path ? path : within(folder.real, entry.name)
    if (entry.isDirectory() && reader.mayHold?.(relative, place) === false) continue
    if (entry.isDirectory()) walkDirectory(walked, reader, place, { relative, path, real })
    else if (entry.isFile()) addFile(walked, reader, place, relative, path, real)
    else if (entry.isSymbolicLink()) addLink(walked, reader, place, relative, path)
  }
}

/** As `join` of an entry's name, which needs no cleaning; there are thousands of them in every run. */
function within(folder: string, name: string): string {
  return folder.endsWith(sep) ? folder + name : folder + sep + name
}

function entriesOf(walked: Walk, { path, relative }: Folder) {
  try {
    const entries = readdirSync(path, { withFileTypes: true })
    // Nearly the order of the paths, so that ordering them afterwards has little left to do.
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    // A directory that went away while we looked was not there.
    if (isMissing(error)) return []
    walked.unreadable.push(path)
    if (relative === '') walked.state = 'unreadable'
    return []
  }
}

/** A link to a file counts as the file; a link to a directory is not followed. */
function addLink(walked: Walk, reader: SourceReader, place: Place, relative: string, path: string): void {
  if (reader.formOf(relative, place) === null) return
  const target = look(path)
  if (!target || target === 'unreadable') walked.unreadable.push(path)
  else if (!target.isDirectory) {
    walked.linked = true
    addFile(walked, reader, place, relative, path, target.real)
  }
}

function addFile(walked: Walk, reader: SourceReader, place: Place, relative: string, path: string, real: string): void {
  const form = reader.formOf(relative, place)
  if (form) walked.files.push({ file: { source: reader.source, path, relative, form }, real })
}

function look(path: string): { real: string; isDirectory: boolean } | 'unreadable' | null {
  try {
    const real = realpathSync.native(path)
    const found = statSync(real)
    // Opening a pipe or a device may wait for ever or never come to an end.
    return found.isFile() || found.isDirectory() ? { real, isDirectory: found.isDirectory() } : 'unreadable'
  } catch (error) {
    return isMissing(error) ? null : 'unreadable'
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

/** The places a variable of ours names; null when it is not set, none and disabled when it is blank. */
export function namedPlaces({ env, platform }: Environment, variable: string): Places | null {
  const value = env[variable]
  if (value === undefined) return null
  if (value.trim() === '') return { disabled: true, places: [] }
  const paths = value.split(platform === 'win32' ? ';' : ':').map(entry => entry.trim())
  return { disabled: false, places: paths.filter(path => path !== '').map(path => ({ path, explicit: true })) }
}
