import { nameKey } from '#platform/shared/name-key.ts'
import { isTapWater } from './match-line.ts'

const qualities =
  'freshly ground|ground|black|white|fine|coarse|kosher|sea|table|hot|cold|warm|lukewarm|boiling|olive|vegetable|sunflower|cooking|neutral|extra virgin|schwarzer|gemahlener|grobes|feines'
// As `nameKey` spells them, without accents.
const staples =
  'salt|pepper|peppercorns?|oil|salt and pepper|salz|meersalz|pfeffer|ol|olivenol|pflanzenol|sonnenblumenol|rapsol|salz und pfeffer|sel|sel fin|gros sel|poivre|poivre noir|huile|huile d.olive|sel et poivre'
const pattern = new RegExp(`^(?:(?:${qualities}) )*(?:${staples})$`)

/** Returns whether nearly every kitchen has it, so that a recipe doesn't put it on the list unasked: salt, pepper, water or oil. */
export const isStaple = (food: string): boolean => isTapWater(food) || pattern.test(nameKey(food))
