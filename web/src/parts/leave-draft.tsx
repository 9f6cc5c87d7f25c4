import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'

interface Props {
  open: boolean
  onStay: () => void
  onKeep: () => void
  onDiscard: () => void
}

/** Asks before unsaved text is left. */
export function LeaveDraft({ open, onStay, onKeep, onDiscard }: Props) {
  return (
    <Modal
      open={open}
      onClose={onStay}
      title="Leave without saving?"
      lead="Your text is not stored on the server yet. A kept draft stays in this browser until you come back."
    >
      <div className="dialog-actions">
        <Button onClick={onStay}>Continue editing</Button>
        <Button onClick={onDiscard}>Discard draft</Button>
        <Button kind="primary" onClick={onKeep}>
          Keep draft and leave
        </Button>
      </div>
    </Modal>
  )
}
