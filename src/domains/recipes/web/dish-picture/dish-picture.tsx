/** A drawing of a dish as served. Decorative. */
export const DishPicture = ({ dish }: { dish: string }) => (
  <img
    src={new URL(`./${dish}.svg`, import.meta.url).href}
    alt=""
    loading="lazy"
    decoding="async"
    className="aspect-square h-[88%] max-h-40 object-contain dark:brightness-90"
  />
)
