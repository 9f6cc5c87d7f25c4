import type { roomTreeShow } from '../../src/room/operations/room-tree-show.ts'
import type { roomWorkspaceBind } from '../../src/room/operations/room-workspace-bind.ts'
import type { roomWorkspaceShow } from '../../src/room/operations/room-workspace-show.ts'

/** The operations of the room that this page calls, by wire name. */
export interface RoomOperations {
  room_tree_show: typeof roomTreeShow
  room_workspace_bind: typeof roomWorkspaceBind
  room_workspace_show: typeof roomWorkspaceShow
}
