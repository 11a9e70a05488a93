import { type ReactNode, useId } from 'react'
import { acceptedPictures } from '../forms/picture-file.ts'
import { buttonClass } from './button.tsx'

/** A button that lets the person choose a picture or, on a phone, take one. */
export function PictureButton({
  isBusy = false,
  disabled = false,
  describedBy,
  onPick,
  children,
}: {
  isBusy?: boolean
  disabled?: boolean
  describedBy?: string | undefined
  onPick: (picture: File) => void
  children: ReactNode
}) {
  const input = useId()
  return (
    <label
      htmlFor={input}
      aria-busy={isBusy || undefined}
      className={buttonClass(
        'quiet',
        'relative has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-herb has-disabled:opacity-50',
      )}
    >
      {children}
      <input
        id={input}
        type="file"
        accept={acceptedPictures}
        disabled={isBusy || disabled}
        aria-describedby={describedBy}
        onChange={({ target }) => {
          const [picture] = target.files ?? []
          if (picture) onPick(picture)
          // The same file can be chosen again.
          target.value = ''
        }}
        className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
      />
    </label>
  )
}
