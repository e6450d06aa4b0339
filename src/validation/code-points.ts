/** The length of a text as all our limits count it: in code points, so that an emoji counts once. */
export const countCodePoints = (text: string): number => [...text].length;
