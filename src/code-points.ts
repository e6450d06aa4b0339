/** How many characters a text has, as every limit of ours counts them: code points, so that an emoji is one and not two. */
export const countCodePoints = (text: string): number => [...text].length;
