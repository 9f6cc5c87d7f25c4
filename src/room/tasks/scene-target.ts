import { pathWords } from '../text/path-words.ts'
import { numberInName, stemOf } from '../text/scene-head.ts'
import { filesNamedIn } from '../tools/named-files.ts'
import type { Snapshot, VfsFile } from '../workspace/vfs.ts'
import type { TaskPacket } from './packet.ts'

type Method = TaskPacket['target']['resolution_method']

/** The scene a message is about; or what it could mean, where it names one and that one is not clear. */
export type SceneTarget =
  | { scene: VfsFile; choices?: undefined; method: Exclude<Method, 'none'>; ref: string }
  | { scene?: undefined; choices: string[]; ref: string }
  | { scene?: undefined; choices?: undefined; ref: '' }

const maxChoices = 4

export function sceneTarget(message: string, snapshot: Snapshot): SceneTarget {
  const scenes = snapshot.files.filter(file => file.class === 'scene')
  const unclear = unclearPath(message, snapshot, scenes) ?? unclearNumber(message, scenes)
  if (unclear && unclear.choices.length >= 2) return unclear
  const [scene] = filesNamedIn(message, snapshot.files).filter(file => file.class === 'scene')
  if (!scene) return { ref: '' }
  return { scene, method: methodOf(message, scene), ref: scene.title }
}

/** A path that ends like a text but is none of the tree, or several. */
function unclearPath(message: string, snapshot: Snapshot, scenes: readonly VfsFile[]) {
  for (const { word } of pathWords(message)) {
    const found = snapshot.resolve(word)
    if ('file' in found) continue
    return { ref: word.slice(0, 200), choices: choicesOf(found.fault.candidates ?? [], scenes) }
  }
  return undefined
}

function unclearNumber(message: string, scenes: readonly VfsFile[]) {
  for (const [ref, number] of message.matchAll(/\bscene\s+(\d{1,9})\b/giu)) {
    const meant = scenes.filter(({ path }) => numberInName(path) === Number(number))
    if (meant.length !== 1)
      return {
        ref,
        choices: choicesOf(
          meant.map(({ path }) => path),
          scenes,
        ),
      }
  }
  return undefined
}

/** What it could mean, filled up with the first scenes there are. */
function choicesOf(candidates: readonly string[], scenes: readonly VfsFile[]): string[] {
  const all = candidates.length >= 2 ? candidates : [...candidates, ...scenes.map(({ path }) => path)]
  return [...new Set(all)].slice(0, maxChoices)
}

function methodOf(message: string, { path, name }: VfsFile): Exclude<Method, 'none'> {
  const folded = message.normalize('NFC').toLowerCase()
  if ([path, name, stemOf(path)].some(each => folded.includes(each.toLowerCase()))) return 'path'
  const number = numberInName(path)
  const numbered = [...folded.matchAll(/\bscene\s+(\d{1,9})\b/g)].some(found => Number(found[1]) === number)
  return numbered ? 'number' : 'title'
}
