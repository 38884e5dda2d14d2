// parted.ts - where a card's long name may be parted between two lines: where a reader would, which few browsers know.
export const partedTitle = (title: string) => title.replace(/(Labora|Ware|Lumpen|Gersten|Hopfen|Reise|Stracci|commer|Magi)(?=[a-zü]{4})/g, '$1\u00ad')
