import type { roomAttendeeInvite } from '../../src/room/operations/room-attendee-invite.ts'
import type { roomAttendeeMute } from '../../src/room/operations/room-attendee-mute.ts'
import type { roomAttendeeRemove } from '../../src/room/operations/room-attendee-remove.ts'
import type { roomChat } from '../../src/room/operations/room-chat.ts'
import type { roomChatList } from '../../src/room/operations/room-chat-list.ts'
import type { roomChatSaveIssue } from '../../src/room/operations/room-chat-save-issue.ts'
import type { roomChatShow } from '../../src/room/operations/room-chat-show.ts'
import type { roomConferenceClose } from '../../src/room/operations/room-conference-close.ts'
import type { roomConferenceOpen } from '../../src/room/operations/room-conference-open.ts'
import type { roomConferenceSaveIssue } from '../../src/room/operations/room-conference-save-issue.ts'
import type { roomConferenceShow } from '../../src/room/operations/room-conference-show.ts'
import type { roomConferenceTranscript } from '../../src/room/operations/room-conference-transcript.ts'
import type { roomRoundCancel } from '../../src/room/operations/room-round-cancel.ts'
import type { roomRoundClose } from '../../src/room/operations/room-round-close.ts'
import type { roomRoundList } from '../../src/room/operations/room-round-list.ts'
import type { roomRoundResume } from '../../src/room/operations/room-round-resume.ts'
import type { roomRoundStart } from '../../src/room/operations/room-round-start.ts'
import type { roomToolList } from '../../src/room/operations/room-tool-list.ts'
import type { roomTurnCancel } from '../../src/room/operations/room-turn-cancel.ts'

/** The operations of chats and conferences that this page calls, by wire name. */
export interface RoomTalkOperations {
  room_attendee_invite: typeof roomAttendeeInvite
  room_attendee_mute: typeof roomAttendeeMute
  room_attendee_remove: typeof roomAttendeeRemove
  room_chat: typeof roomChat
  room_chat_list: typeof roomChatList
  room_chat_save_issue: typeof roomChatSaveIssue
  room_chat_show: typeof roomChatShow
  room_conference_close: typeof roomConferenceClose
  room_conference_open: typeof roomConferenceOpen
  room_conference_save_issue: typeof roomConferenceSaveIssue
  room_conference_show: typeof roomConferenceShow
  room_conference_transcript: typeof roomConferenceTranscript
  room_round_cancel: typeof roomRoundCancel
  room_round_close: typeof roomRoundClose
  room_round_list: typeof roomRoundList
  room_round_resume: typeof roomRoundResume
  room_round_start: typeof roomRoundStart
  room_tool_list: typeof roomToolList
  room_turn_cancel: typeof roomTurnCancel
}
