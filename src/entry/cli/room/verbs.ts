import { mkdir, realpath } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { isCode } from '../../../files/replace.ts'
import { Fault } from '../../../kernel/fault.ts'
import { localIdentity } from '../../../projects/roles.ts'
import { findProject } from '../../../projects/store.ts'
import type { Group } from '../command-line.ts'
import { usageFault } from '../failure.ts'
import { askLine, isYes } from '../input.ts'
import { agents, keys, providers } from './agents.ts'
import { auditVerbs } from './audit.ts'
import { conferenceVerbs } from './conference.ts'
import { type RoomCli, roomVerb } from './part.ts'
import { runs } from './runs.ts'
import { turnVerbs } from './turns.ts'
import { canon, issues, workspaceVerbs } from './workspace.ts'

const init = roomVerb('room_workspace_bind', {
  summary: 'make a folder the room of a project: layout, key, six agents; files that are there stay as they are',
  flags: [
    ['sample', 'sample', 'begin with the sample story; without a folder it goes below DAYBOOK_HOME'],
    [
      'template',
      'template',
      'story: folders for scenes and cards; code: a repository as it is (what a git repository gets)',
    ],
    ['name', 'name', 'what the room, and a project made for it, is called'],
  ],
  own: { '[dir]': 'the folder; the current one when left out' },
  examples: ['init', 'init ~/till --template code', 'init ~/novel --name "The Inquest"', 'init --sample'],
  makesRoom: true,
  async ask(cli, { sample = false, template, ...given }, { dir }) {
    const { project, workspace } = cli.flags
    if (dir !== undefined && workspace !== undefined && resolve(dir) !== resolve(workspace)) {
      throw usageFault('The folder is named twice.', 'Give it as <dir> or with --workspace.')
    }
    const { storyFolder } = await import('../../../home/sample.ts')
    const name = given.name ?? (sample ? 'The Low Bell' : undefined)
    const path = await makeFolder(dir ?? workspace ?? (sample ? join(cli.settings.home, ...storyFolder) : '.'))
    const chosen = cli.about(await projectFor(cli, path, project, name ?? basename(path)))
    const bound = await chosen.call('room_workspace_bind', { path, sample, name, template })
    const model = await offerModel(chosen)
    const { agents } = await chosen.call('room_agent_list_all', {})
    const { endpoints } = await chosen.call('room_endpoint_list', { limit: 500 })
    const unconfirmed = endpoints.flatMap(each => (each.unconfirmed ? each.agentId : []))
    return { project: bound.projectId, path, workspace: bound, agents: agents.map(({ id }) => id), model, unconfirmed }
  },
  show({ project, path, workspace, agents, model, unconfirmed }, page) {
    const used = model ? `${model.provider} ${model.model}` : 'none needed; the built-in responder answers'
    page.facts({ room: workspace.displayName, folder: path, project, agents, model: used })
    if (unconfirmed.length > 0) {
      page.note(
        `Endpoints came with the folder and are not used: ${unconfirmed.join(', ')}.`,
        `See what they would send where: daybook room agents confirm --project ${project}`,
      )
    }
    const isCode = workspace.template === 'code'
    page.note(
      `Read the ${isCode ? 'documents' : 'cards'}: daybook room canon index --project ${project}`,
      `Then ask: daybook room ask chief "Check ${isCode ? 'README.md against the documents' : 'scene 4 against canon'}." --project ${project}`,
    )
  },
})

async function makeFolder(place: string): Promise<string> {
  try {
    await mkdir(place, { recursive: true })
    return await realpath(place)
  } catch (error) {
    if (!isCode(error, 'EEXIST', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS')) throw error
    throw usageFault('The folder could not be made.', 'Name a folder that you may write.', { folder: place })
  }
}

/** The project the folder belongs to already, the one that was named, or a new one. */
async function projectFor(cli: RoomCli, path: string, project: string | undefined, name: string): Promise<string> {
  const [{ workspaceAt }, { projectIn }] = await Promise.all([
    import('../../../room/workspace-rows.ts'),
    import('../../../room/workspace/info.ts'),
  ])
  const { app, settings } = cli
  const owner = (await app.db.read(tx => workspaceAt(tx, settings.home, path)))?.project_id ?? (await projectIn(path))
  const wanted = project ?? owner
  if (wanted === undefined) return (await cli.call('create_project', { name: name.slice(0, 60) || 'room' })).id
  try {
    return (await app.db.read(tx => findProject(tx, localIdentity, wanted))).id
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'PROJECT_NOT_FOUND' || error.details?.candidates) throw error
    return (await cli.call('create_project', { name: name.slice(0, 60) || wanted, id: wanted })).id
  }
}

/** Asks the person at the terminal whether the agents may use a model that runs on this machine. */
async function offerModel(cli: RoomCli): Promise<{ provider: string; model: string } | null> {
  if (!process.stdin.isTTY) return null
  const { providers } = await cli.call('room_provider_detect', {})
  const [found] = providers.filter(({ reachable, models }) => reachable && models.length > 0)
  const [model] = found?.models ?? []
  if (!found || model === undefined) return null
  cli.page.note(`A model runs on this machine: ${model} (${found.provider}).`)
  if (!isYes(await askLine('Use it for the agents that have no model yet? [y/N] '))) return null
  const { giveModel } = await import('../../../room/agents/registry.ts')
  const chosen = { provider: found.provider, model }
  const given = await giveModel(await cli.room(), chosen)
  return given.length > 0 ? chosen : null
}

export const roomVerbs: Group = {
  summary: 'ask agents about your texts, and check what they say: ask, verify, …',
  commands: {
    init,
    ...workspaceVerbs,
    ...turnVerbs,
    ...conferenceVerbs,
    ...auditVerbs,
    ...{ issues, canon, runs, agents, providers, keys },
  },
}
