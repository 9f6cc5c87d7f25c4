import { cutTo } from '../text/cut.ts'
import { type Role, taskRouter } from '../tools/task-router.ts'
import type { Snapshot } from '../workspace/vfs.ts'
import type { TaskIntent, WrittenPacket } from './packet.ts'
import { sceneTarget } from './scene-target.ts'

const intents: { readonly [role in Role]: TaskIntent } = {
  planner: 'plan_scene',
  writer: 'write_beat',
  editor: 'edit_scene',
  critic: 'critique_scene',
  continuity: 'continuity_check',
  chief: 'summarize_context',
}

export interface Routing {
  message: string
  /** A path somebody chose after being asked. */
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
