/** A customer at a browser: all that the journeys need, and the same in each of them. Selectors are those of CSS. */
export interface Customer {
  open(url: string): Promise<void>;
  /** Types into a field in place of what stands there. */
  fill(selector: string, text: string): Promise<void>;
  /** Presses what is visible of what a selector finds. */
  press(selector: string): Promise<void>;
  /** Waits until something is visible. @returns its text, as it is shown */
  see(selector: string): Promise<string>;
  /** What stands in a field. */
  valueOf(selector: string): Promise<string>;
  /** Waits until the browser is somewhere. */
  arriveAt(url: string): Promise<void>;
  leave(): Promise<void>;
}

/** One of the three browsers. */
export interface Browser {
  name: string;
  /** A customer without a past. @param scripts whether pages may run scripts */
  enter(scripts: boolean): Promise<Customer>;
}
