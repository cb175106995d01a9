//! Pixels: reduced copies of the picture, and its colours between pixels.

use super::Pixels;

/// Red, green and blue, or lightness and two opponent colours, each from 0 to 255 or its negative.
pub(super) type Colour = [f32; 3];

/// A place in a picture: column and row of pixels, where (0, 0) is the centre of the first pixel.
pub(super) type Point = [f64; 2];

pub(super) struct Raster {
    pub(super) width: usize,
    pub(super) height: usize,
    pixels: Vec<Colour>,
}

impl Raster {
    pub(super) fn new(width: usize, height: usize, pixels: Vec<Colour>) -> Raster {
        Raster { width, height, pixels }
    }

    /// The means of `factor` x `factor` pixels of a picture on white ground.
    pub(super) fn of(image: &Pixels, factor: usize) -> Raster {
        let (width, height) = (image.width / factor, image.height / factor);
        let mut pixels = Vec::with_capacity(width * height);
        let mut sums = vec![[0u32; 3]; width];
        for row in 0..height {
            sums.fill([0; 3]);
            for y in row * factor..(row + 1) * factor {
                let line = &image.bytes[y * image.width * image.channels..];
                let boxes = line.chunks_exact(image.channels * factor);
                for (sum, pixels) in sums.iter_mut().zip(boxes) {
                    for pixel in pixels.chunks_exact(image.channels) {
                        let colour = on_white(pixel);
                        (0..3).for_each(|channel| sum[channel] += colour[channel]);
                    }
                }
            }
            let area = (factor * factor) as f32;
            pixels.extend(sums.iter().map(|sum| sum.map(|value| value as f32 / area)));
        }
        Raster::new(width, height, pixels)
    }

    pub(super) fn at(&self, x: usize, y: usize) -> Colour {
        self.pixels[y * self.width + x]
    }

    /// The means of `factor` x `factor` pixels.
    pub(super) fn reduced(&self, factor: usize) -> Raster {
        let (width, height) = (self.width / factor, self.height / factor);
        let area = (factor * factor) as f32;
        let mean = |place: usize| {
            let (x, y) = (place % width * factor, place / width * factor);
            let mut sum = [0.0; 3];
            for row in y..y + factor {
                for pixel in &self.pixels[row * self.width + x..][..factor] {
                    (0..3).for_each(|channel| sum[channel] += pixel[channel]);
                }
            }
            sum.map(|value| value / area)
        };
        Raster::new(width, height, (0..width * height).map(mean).collect())
    }

    /// The colour at a place between pixels; outside of the picture that of its border.
    pub(super) fn between(&self, [x, y]: Point) -> Colour {
        let x = x.clamp(0.0, (self.width as f64 - 1.001).max(0.0)) as f32;
        let y = y.clamp(0.0, (self.height as f64 - 1.001).max(0.0)) as f32;
        let (left, top) = (x as usize, y as usize);
        let (right, low) = ((left + 1).min(self.width - 1), (top + 1).min(self.height - 1));
        let (fx, fy) = (x - left as f32, y - top as f32);
        let (a, b) = (self.at(left, top), self.at(right, top));
        let (c, d) = (self.at(left, low), self.at(right, low));
        std::array::from_fn(|k| {
            let upper = a[k] + (b[k] - a[k]) * fx;
            let lower = c[k] + (d[k] - c[k]) * fx;
            upper + (lower - upper) * fy
        })
    }
}

/// A pixel of one (grey), two (with alpha), three or four bytes on white ground.
fn on_white(pixel: &[u8]) -> [u32; 3] {
    let (colour, alpha) = match *pixel {
        [grey] => ([grey; 3], 255),
        [grey, alpha] => ([grey; 3], alpha),
        [r, g, b] => ([r, g, b], 255),
        [r, g, b, alpha, ..] => ([r, g, b], alpha),
        [] => ([255; 3], 255),
    };
    let alpha = u32::from(alpha);
    colour.map(|value| (u32::from(value) * alpha + 255 * (255 - alpha) + 127) / 255)
}

/// A picture with its reduced copies, each made once.
pub(super) struct Pyramid {
    levels: Vec<Raster>,
    /// How many pixels of the picture a pixel of the first level is wide.
    base: usize,
}

impl Pyramid {
    /// A first level of at most `longest` pixels.
    pub(super) fn new(image: &Pixels, longest: usize) -> Pyramid {
        let base = image.width.max(image.height).div_ceil(longest).max(1);
        let first = Raster::of(image, base);
        let mut levels = vec![first];
        for factor in 2..=16 {
            if levels[0].width / factor < 8 || levels[0].height / factor < 8 {
                break;
            }
            let level = match levels.get(factor / 2 - 1) {
                Some(half) if factor % 2 == 0 => half.reduced(2),
                _ => levels[0].reduced(factor),
            };
            levels.push(level);
        }
        Pyramid { levels, base }
    }

    /// The level nearest to a wished reduction of the first one, and its reduction of the picture.
    pub(super) fn level(&self, reduction: f64) -> (&Raster, f64) {
        let factor = (reduction.round() as usize).clamp(1, self.levels.len());
        (&self.levels[factor - 1], (factor * self.base) as f64)
    }

    pub(super) fn first(&self) -> (&Raster, f64) {
        self.level(1.0)
    }

    /// How many pixels of the picture a pixel of the first level is wide.
    pub(super) fn base(&self) -> f64 {
        self.base as f64
    }
}

/// A place of the picture in a level that is reduced so much.
pub(super) fn into_level([x, y]: Point, factor: f64) -> Point {
    [(x + 0.5) / factor - 0.5, (y + 0.5) / factor - 0.5]
}

/// A place of a level in the picture.
pub(super) fn from_level([x, y]: Point, factor: f64) -> Point {
    [(x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5]
}

/// Lightness and two opponent colours: (r + g + b) / 3, r - g and (r + g) / 2 - b.
pub(super) fn opponent([r, g, b]: Colour) -> Colour {
    [(r + g + b) / 3.0, r - g, f32::midpoint(r, g) - b]
}

/// The middle value; the upper one of two.
pub(super) fn median(values: &mut [f32]) -> f32 {
    let middle = values.len() / 2;
    *values.select_nth_unstable_by(middle, f32::total_cmp).1
}

/// The middle of each channel.
pub(super) fn median_colour(colours: &(impl Iterator<Item = Colour> + Clone)) -> Colour {
    let mut values = Vec::new();
    std::array::from_fn(|channel| {
        values.clear();
        values.extend(colours.clone().map(|colour| colour[channel]));
        median(&mut values)
    })
}
