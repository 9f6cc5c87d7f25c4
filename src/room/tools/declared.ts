import type { ArgSpec } from './tool.ts'

export const dryRunArg: ArgSpec = {
  name: 'dry_run',
  type: 'boolean',
  required: false,
  default: false,
  summary: 'Only say what would be read.',
}

export const scenePathArg: ArgSpec = {
  name: 'scene_path',
  type: 'string',
  required: true,
  summary: 'Path of the scene file.',
}

/** Other names for the path of a scene, folded. */
export const scenePathAliases = { scene: 'scene_path', path: 'scene_path', file: 'scene_path', filepath: 'scene_path' }
