import { mkdir, realpath } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { z } from 'zod'
import { isCode } from '../../../files/replace.ts'
import { Fault } from '../../../kernel/fault.ts'
import { localIdentity } from '../../../projects/roles.ts'
import { findProject } from '../../../projects/store.ts'
import { createProject } from '../../../records/operations/create-project.ts'
import { roomAgentListAll } from '../../../room/agents/operations.ts'
import { roomEndpointList } from '../../../room/providers/operations.ts'
import { roomWorkspaceBind } from '../../../room/workspace/operations.ts'
import { projectIn } from '../../../room/workspace/project-in.ts'
import { workspaceAt } from '../../../room/workspace-rows.ts'
import { sampleRoomFolder, sampleRoomName } from '../../../sample/seed-room.ts'
import { usageFault } from '../failure.ts'
import { offerModel } from './offer-model.ts'
import type { RoomCli, RoomVerb } from './verb.ts'
import { facts } from './words.ts'

interface Options {
  sample?: true
  name?: string
}

interface Made {
  project: string
  path: string
  workspace: z.output<typeof roomWorkspaceBind.output>
  agents: string[]
  model: { provider: string; model: string } | null
  /** Agents whose endpoint came with the folder. */
  unconfirmed: string[]
}

export const init: RoomVerb<[dir: string | undefined], Options, Made> = {
  usage: 'init [dir]',
  summary: 'make a folder the room of a project: layout, key, six agents; files that are there stay as they are',
  options: [
    ['--sample', 'begin with the sample story; without a folder it goes below DAYBOOK_HOME'],
    ['--name <text>', 'what the room, and a project made for it, is called'],
  ],
  examples: ['init', 'init ~/novel --name "The Inquest"', 'init --sample'],
  makesRoom: true,
  async ask(cli, { sample = false, name, project, workspace }, dir) {
    if (dir !== undefined && workspace !== undefined && resolve(dir) !== resolve(workspace)) {
      throw usageFault('The folder is named twice.', 'Give it as <dir> or with --workspace.')
    }
    const place = dir ?? workspace ?? (sample ? join(cli.home, ...sampleRoomFolder) : '.')
    const path = await madeFolder(place)
    const called = name ?? (sample ? sampleRoomName : basename(path))
    const chosen = cli.about(await projectFor(cli, path, { project, called }))
    const bound = await chosen.call(roomWorkspaceBind, {
      path,
      sample,
      name: name ?? (sample ? sampleRoomName : undefined),
    })
    const model = await offerModel(chosen)
    const { agents } = await chosen.call(roomAgentListAll, {})
    const { endpoints } = await chosen.call(roomEndpointList, { limit: 500 })
    const unconfirmed = endpoints.flatMap(each => (each.unconfirmed ? each.agentId : []))
    return { project: bound.projectId, path, workspace: bound, agents: agents.map(({ id }) => id), model, unconfirmed }
  },
  show({ project, path, workspace, agents, model, unconfirmed }, page) {
    facts(page, [
      ['room', workspace.displayName],
      ['folder', path],
      ['project', project],
      ['agents', agents.join(', ')],
      ['model', model ? `${model.provider} ${model.model}` : 'none needed; the built-in responder answers'],
    ])
    if (unconfirmed.length > 0) {
      page.note(`Endpoints came with the folder and are not used: ${unconfirmed.join(', ')}.`)
      page.note(`See what they would send where: daybook room agents confirm --project ${project}`)
    }
    page.note(`Read the cards: daybook room canon index --project ${project}`)
    page.note(`Then ask: daybook room ask chief "Check scene 4 against canon." --project ${project}`)
  },
}

async function madeFolder(place: string): Promise<string> {
  try {
    await mkdir(place, { recursive: true })
    return await realpath(place)
  } catch (error) {
    if (!isCode(error, 'EEXIST', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS')) throw error
    throw usageFault('The folder could not be made.', 'Name a folder that you may write.', { folder: place })
  }
}

/** The project the folder belongs to already, the one that was named, or a new one. */
async function projectFor(
  cli: RoomCli,
  path: string,
  { project, called }: { project: string | undefined; called: string },
): Promise<string> {
  const owner = (await cli.app.db.read(tx => workspaceAt(tx, cli.home, path)))?.project_id ?? (await projectIn(path))
  const wanted = project ?? owner
  if (wanted === undefined) return (await cli.call(createProject, { name: called.slice(0, 60) || 'room' })).id
  try {
    return (await cli.app.db.read(tx => findProject(tx, localIdentity, wanted))).id
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'PROJECT_NOT_FOUND' || error.details?.candidates) throw error
    return (await cli.call(createProject, { name: called.slice(0, 60) || wanted, id: wanted })).id
  }
}
