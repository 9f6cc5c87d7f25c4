import { cutTo } from '../../kernel/text.ts'
import { numberInName, stemOf } from '../text/scene-head.ts'
import { pathWords } from '../text/words.ts'
import { filesNamedIn, type Role, taskRouter } from '../tools/task-router.ts'
import type { Snapshot, VfsFile } from '../workspace/vfs.ts'
import type { TaskIntent, TaskPacket, WrittenPacket } from './packet.ts'

const intents: { readonly [role in Role]: TaskIntent } = {
  planner: 'plan_scene',
  writer: 'write_beat',
  editor: 'edit_scene',
  critic: 'critique_scene',
  continuity: 'continuity_check',
  chief: 'summarize_context',
}

interface Routing {
  message: string
  /** The path a person chose when asked. */
  choice?: string | undefined
}

/** The packet that needs no model: read from the words of the message and from the tree. */
export async function plainPacket({ message, choice }: Routing, snapshot: Snapshot): Promise<WrittenPacket> {
  const found = choice === undefined ? undefined : snapshot.resolve(choice)
  const target = found && 'file' in found ? chosen(found.file) : sceneTarget(message, snapshot)
  const asks = target.choices !== undefined
  const path = target.scene?.path
  const files = [path, snapshot.outlinePath].filter(each => each !== undefined && each !== null)
  return {
    intent: asks ? 'clarify' : intents[await roleFor(message, snapshot)],
    target: {
      scene_ref: cutTo(target.ref, 200),
      resolution_method: target.scene ? target.method : 'none',
      ...(path !== undefined && { canonical_path: path }),
    },
    scope: { allowed: [], blocked: [] },
    inputs: { files: [...new Set(files)], canon: [], context: cutTo(message, 4000) },
    constraints: {
      rules: ['Say only what the files of the workspace show, and cite the place.'],
      pov: '',
      tense: '',
      style: '',
      forbidden: ['Changing a file', 'Inventing canon'],
    },
    output_contract: {
      output_mode: 'json_only',
      expected_artifacts: [],
      stop_conditions: [
        'A file that is needed cannot be read',
        'The files contradict each other and a person has to decide',
      ],
    },
    handoff: { required_next_step: 'Report to the Chief.', report_to_chief_only: true },
    ...(asks && { clarification: { question: 'Which of these files is meant?', choices: target.choices } }),
  }
}

function chosen(scene: Snapshot['files'][number]) {
  return { scene, method: 'path' as const, ref: scene.title, choices: undefined }
}

/** As the router of tasks decides it. */
async function roleFor(message: string, snapshot: Snapshot): Promise<Role> {
  const { text } = await taskRouter.run(
    { user_request: cutTo(message, 4000) },
    {
      snapshot,
      issues: { list: async () => [] },
      agentId: null,
      conferenceId: null,
      signal: new AbortController().signal,
    },
  )
  const route = /^ROUTE: (.*)$/m.exec(text)?.[1] ?? 'chief'
  return isRole(route) ? route : 'chief'
}

function isRole(name: string): name is Role {
  return Object.hasOwn(intents, name)
}

type Method = TaskPacket['target']['resolution_method']

/** The scene a message is about; or what it could mean, where it names one and that one is not clear. */
type SceneTarget =
  | { scene: VfsFile; choices?: undefined; method: Exclude<Method, 'none'>; ref: string }
  | { scene?: undefined; choices: string[]; ref: string }
  | { scene?: undefined; choices?: undefined; ref: '' }

const maxChoices = 4

function sceneTarget(message: string, snapshot: Snapshot): SceneTarget {
  const scenes = snapshot.files.filter(file => file.class === 'scene')
  const unclear = unclearPath(message, snapshot, scenes) ?? unclearNumber(message, scenes)
  if (unclear && unclear.choices.length >= 2) return unclear
  const [scene] = filesNamedIn(message, snapshot.files).filter(file => file.class === 'scene')
  if (!scene) return { ref: '' }
  return { scene, method: methodOf(message, scene), ref: scene.title }
}

/** A path with the ending of a text file that matches no file of the tree, or several. */
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
