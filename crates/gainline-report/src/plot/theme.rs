//! Colours: what a theme gives to text, lines and series.

/// The colours of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// Dark on white.
    #[default]
    Light,
    /// Light on near black.
    Dark,
    /// Black on nothing, for print: series differ by dashes and greys that copy well.
    Paper,
}

/// A colour as in `#rrggbb`.
pub(super) type Colour = &'static str;

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 3] = [Theme::Light, Theme::Dark, Theme::Paper];

    pub(super) fn background(self) -> Option<Colour> {
        match self {
            Theme::Light => Some("#ffffff"),
            Theme::Dark => Some("#14181f"),
            Theme::Paper => None,
        }
    }

    pub(super) fn text(self) -> Colour {
        match self {
            Theme::Light => "#1d232b",
            Theme::Dark => "#e8ebef",
            Theme::Paper => "#000000",
        }
    }

    pub(super) fn faint_text(self) -> Colour {
        match self {
            Theme::Light => "#57606a",
            Theme::Dark => "#9aa4b0",
            Theme::Paper => "#333333",
        }
    }

    /// Around dots, so that those that overlap can be told apart.
    pub(super) fn edge(self) -> Colour {
        self.background().unwrap_or("#ffffff")
    }

    pub(super) fn grid(self) -> Colour {
        match self {
            Theme::Light => "#e3e7eb",
            Theme::Dark => "#2b323c",
            Theme::Paper => "#dddddd",
        }
    }

    /// The colour of a series. Okabe and Ito's palette, which people see apart whatever colours
    /// they see; its yellow is darkened on white, and its black is light on dark.
    pub(super) fn series(self, number: usize) -> Colour {
        const LIGHT: [Colour; 8] = [
            "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#1d232b", "#a59a00",
        ];
        const DARK: [Colour; 8] = [
            "#56b4e9", "#e69f00", "#2fc79b", "#e39bc4", "#4a90d9", "#f0743e", "#e8ebef", "#f0e442",
        ];
        // Greys that stand next to each other differ most.
        const PAPER: [Colour; 8] = [
            "#000000", "#8f8f8f", "#4a4a4a", "#bcbcbc", "#6c6c6c", "#a8a8a8", "#2a2a2a", "#7d7d7d",
        ];
        let palette = match self {
            Theme::Light => LIGHT,
            Theme::Dark => DARK,
            Theme::Paper => PAPER,
        };
        palette[number % palette.len()]
    }

    /// The grey of lines that are not told apart.
    pub(super) fn others(self) -> Colour {
        match self {
            Theme::Light | Theme::Paper => "#b4b9c0",
            Theme::Dark => "#5b6470",
        }
    }

    /// A colour between the faintest that stands out from the background and the strongest, for dots
    /// of what has an order, from 0 to 1.
    pub(super) fn step(self, share: f64) -> String {
        let seen = |percent: &u32| {
            let shade = self.shade(f64::from(*percent) / 100.0);
            contrast(&shade, self.edge()) >= LEAST_OF_MARKS
        };
        let least = (0..100).find(seen).map_or(1.0, |percent| f64::from(percent) / 100.0);
        self.shade(least + (1.0 - least) * share.clamp(0.0, 1.0))
    }

    /// A colour between background and strong, for cells, from 0 to 1.
    pub(super) fn shade(self, share: f64) -> String {
        let to = match self {
            Theme::Light => [0.0, 84.0, 140.0],
            Theme::Dark => [120.0, 196.0, 240.0],
            Theme::Paper => [40.0, 40.0, 40.0],
        };
        self.towards(to, share)
    }

    /// The same with another colour on the other side of 0, from -1 to 1.
    pub(super) fn parted(self, share: f64) -> String {
        if share >= 0.0 {
            return self.shade(share);
        }
        let to = match self {
            Theme::Light => [168.0, 62.0, 0.0],
            Theme::Dark => [240.0, 140.0, 70.0],
            // In greys a sign does not show; cells below 0 have an outline.
            Theme::Paper => [40.0, 40.0, 40.0],
        };
        self.towards(to, -share)
    }

    fn towards(self, to: [f64; 3], share: f64) -> String {
        let from = match self {
            Theme::Light => [241.0, 245.0, 249.0],
            Theme::Dark => [30.0, 37.0, 46.0],
            Theme::Paper => [245.0, 245.0, 245.0],
        };
        let share = share.clamp(0.0, 1.0);
        let part = |at: usize| {
            let (from, to): (f64, f64) = (from[at], to[at]);
            (from + (to - from) * share).round() as u8
        };
        format!("#{:02x}{:02x}{:02x}", part(0), part(1), part(2))
    }
}

/// The least contrast of what is no text, after the Web Content Accessibility Guidelines 2.1.
const LEAST_OF_MARKS: f64 = 3.0;

/// The colour of text on another one: black or white, of which the better always has a contrast of 4.5
/// or more.
pub(super) fn text_on(fill: &str) -> Colour {
    ["#000000", "#ffffff"]
        .into_iter()
        .max_by(|a, b| contrast(a, fill).total_cmp(&contrast(b, fill)))
        .unwrap_or("#000000")
}

/// How much two colours differ in lightness, from 1 to 21, after the Web Content Accessibility
/// Guidelines 2.1.
pub(super) fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn luminance(colour: &str) -> f64 {
    let part = |at: usize| {
        let digits = colour.get(at..at + 2).unwrap_or("00");
        let share = f64::from(u8::from_str_radix(digits, 16).unwrap_or(0)) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

impl std::fmt::Display for Theme {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::Paper => "paper",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_that_of_the_guidelines() {
        assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
        assert_eq!(contrast("#777777", "#777777"), 1.0);
        // The well-known grey that just misses 4.5 on white.
        assert!((contrast("#777777", "#ffffff") - 4.48).abs() < 0.005);
    }

    #[test]
    fn texts_on_cells_and_dots_on_the_background_can_be_seen() {
        for theme in Theme::ALL {
            for percent in -100..=100 {
                let share = f64::from(percent) / 100.0;
                let fill = theme.parted(share);
                assert!(contrast(&fill, text_on(&fill)) >= 4.5, "{theme} {percent}");
                let dot = theme.step(share.abs());
                assert!(contrast(&dot, theme.edge()) >= 3.0, "{theme} {percent}");
            }
            assert!(contrast(&theme.step(0.0), &theme.step(1.0)) > 1.5, "{theme}");
        }
    }
}
