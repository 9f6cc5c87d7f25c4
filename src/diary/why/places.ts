import type { StoredTranscript } from '../edits/edit-index.ts'
import { placeOf } from '../extract/project-path.ts'
import { type Relation, relationsTo } from '../repositories/repositories.ts'
import type { DiarySettings } from '../settings.ts'

/** Where in a repository a file is that a session wrote; null for a file that is not known to be in it. */
export type RepositoryPath = (transcript: StoredTranscript, path: string) => string | null

/** The same for some files of the repository, which are preferred to all others. */
export type RepositoryPaths = (wanted: readonly string[]) => RepositoryPath

/**
 * Files below the repository's own folders are in it. Of a session whose folder is not on this machine and was never
 * seen with a repository, a file counts when its folder and a path in the repository make up the path that was written.
 */
export function placesIn(
  settings: Pick<DiarySettings, 'root' | 'environment'>,
  tops: readonly string[],
): RepositoryPaths {
  const relations = new Map<string, Relation>()
  const nearFolders = new Map<number, string[]>()
  /** The folders of a session that are not known to be of another repository. */
  const foldersNear = (transcript: StoredTranscript): string[] => {
    const known = nearFolders.get(transcript.id)
    if (known) return known
    const folders = foldersOf(transcript)
    const unseen = folders.filter(folder => !relations.has(folder))
    if (unseen.length > 0) for (const [folder, each] of relationsTo(settings, tops, unseen)) relations.set(folder, each)
    const near = folders.filter(folder => relations.get(folder) !== 'other')
    nearFolders.set(transcript.id, near)
    return near
  }
  const find = (transcript: StoredTranscript, path: string, wanted: readonly string[]): string | null => {
    for (const top of tops) {
      const { isInside, key } = placeOf(path, top)
      if (isInside) return key
    }
    const near = foldersNear(transcript)
    for (const folder of near) {
      const found = wanted.find(
        each => path.endsWith(`/${each}`) && isCheckout(path.slice(0, -each.length - 1), folder),
      )
      if (found !== undefined) return found
    }
    for (const folder of near) {
      const { isInside, key } = placeOf(path, folder)
      if (isInside) return key
    }
    return null
  }
  return wanted => {
    // The same few files are asked about for every line of a commit.
    const known = new Map<string, string | null>()
    return (transcript, path) => {
      const key = `${transcript.id} ${path}`
      const place = known.get(key)
      if (place !== undefined) return place
      const found = find(transcript, path, wanted)
      known.set(key, found)
      return found
    }
  }
}

/** Whether a session may be of the repository: none of its folders is known to be of another one. */
export function mayBeOfRepository(
  settings: Pick<DiarySettings, 'root' | 'environment'>,
  tops: readonly string[],
): (transcript: StoredTranscript) => boolean {
  return transcript => ![...relationsTo(settings, tops, foldersOf(transcript)).values()].includes('other')
}

function foldersOf({ root, folders }: StoredTranscript): string[] {
  return [...new Set([root, ...folders.map(({ folder }) => folder)])].flatMap(folder => folder ?? [])
}

/** Whether a folder may be the checkout that a session worked in: around its folder, or a worktree inside it. */
function isCheckout(top: string, folder: string): boolean {
  if (top === folder || folder.startsWith(`${top}/`)) return true
  return top.startsWith(`${folder}/`) && /\/\.?worktrees?\//.test(`${top}/`)
}
