interface TabletInputProps {
  label: string
  placeholder: string
  value: string
  onChange: (text: string) => void
}

/** A field as high as the buttons. Its label is for screen readers; the placeholder shows an example. */
export const TabletInput = ({ label, placeholder, value, onChange }: TabletInputProps) => (
  <input
    type="text"
    aria-label={label}
    placeholder={placeholder}
    value={value}
    maxLength={200}
    autoComplete="off"
    enterKeyHint="done"
    className="min-h-16 min-w-0 flex-1 basis-40 rounded-control border border-edge bg-card px-4 text-xl text-ink placeholder:text-ink-faint"
    onChange={(event) => onChange(event.target.value)}
  />
)
