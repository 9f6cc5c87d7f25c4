import type {
  roomChat,
  roomChatList,
  roomChatSaveIssue,
  roomChatShow,
  roomTurnCancel,
} from '../../src/room/chats/operations.ts'
import type {
  roomAttendeeInvite,
  roomAttendeeMute,
  roomAttendeeRemove,
  roomConferenceClose,
  roomConferenceOpen,
  roomConferenceSaveIssue,
  roomConferenceShow,
  roomConferenceTranscript,
  roomRoundCancel,
  roomRoundClose,
  roomRoundList,
  roomRoundResume,
  roomRoundStart,
} from '../../src/room/conference/operations.ts'
import type { roomToolList } from '../../src/room/tools/operations.ts'

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
