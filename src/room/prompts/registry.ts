import { join } from 'node:path'
import bundled from '../../../assets/prompts/tools.json' with { type: 'json' }
import { roomFault } from '../faults.ts'
import { deepFreeze, type JsonStore, jsonStore } from '../store/json-store.ts'
import { tools } from '../tools/registry.ts'
import type { Tool } from '../tools/tool.ts'
import { type MergedPrompts, mergePrompts } from './merge-prompts.ts'
import { PromptFile } from './prompt-entry.ts'

interface PromptFolders {
  /** `<workspace>/.control-room`. */
  control: string
  /** DAYBOOK_HOME. */
  home: string
}

/** The prompts that count in a project: shipped ones, those of this machine, those of the project. */
export async function mergedPrompts(place: PromptFolders): Promise<MergedPrompts> {
  const [user, project] = await Promise.all([userPrompts(place).read(), projectPrompts(place).read()])
  shipped ??= PromptFile.parse(bundled).prompts
  const text = JSON.stringify([user, project])
  if (merged?.text === text) return merged.prompts
  const prompts = mergePrompts({ bundled: shipped, user: user.prompts, project: project.prompts }, tools)
  merged = {
    text,
    prompts: { ...prompts, prompts: deepFreeze(prompts.prompts), warnings: deepFreeze(prompts.warnings) },
  }
  return merged.prompts
}

let shipped: PromptFile['prompts'] | undefined
/** Every turn asks for them, and they hardly ever change. */
let merged: { text: string; prompts: MergedPrompts } | undefined

/** The nine tools with the wording that counts; refused as `registry_incomplete` while one of them has none. */
export async function mergedTools(place: PromptFolders): Promise<readonly Tool[]> {
  const { tools: worded } = await mergedPrompts(place)
  if (!worded) throw roomFault('registry_incomplete')
  return worded
}

/** What should be said when a room is opened. */
export async function promptWarnings(place: PromptFolders): Promise<string[]> {
  const { prompts, warnings } = await mergedPrompts(place)
  return [...warnings, ...prompts.flatMap(({ id, warnings: own }) => own.map(warning => `${id} ${warning}`))]
}

/** The only layer the room writes. */
export function projectPrompts({ control }: Pick<PromptFolders, 'control'>): JsonStore<PromptFile> {
  return promptStore(join(control, 'prompts', 'prompts.json'), join(control, 'locks'))
}

function userPrompts({ home }: Pick<PromptFolders, 'home'>): JsonStore<PromptFile> {
  return promptStore(join(home, 'prompts', 'tools.json'), join(home, 'locks'))
}

function promptStore(file: string, locks: string): JsonStore<PromptFile> {
  return jsonStore({ file, locks, schema: PromptFile, empty: (): PromptFile => ({ version: 1, prompts: [] }) })
}
